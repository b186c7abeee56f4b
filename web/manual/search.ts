import { type Found, type Part, searchIndex } from './search-index.ts';

// Search of the manual. The browser builds its index when the field first gets the focus. Nothing is sent.

const MOST = 12;
const ROOT = new URL('.', import.meta.url);

type Search = ReturnType<typeof searchIndex>;
let loading: Promise<Search> | undefined;

async function load(): Promise<Search> {
  const answer = await fetch(new URL('search.json', ROOT));
  if (!answer.ok) throw new Error(`search.json: ${answer.status}`);
  return searchIndex((await answer.json()) as Part[]);
}

function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

/** Words around the first match, which is marked. */
function excerpt(text: string, terms: readonly string[]): (Node | string)[] {
  const at = Math.min(...terms.map((term) => text.toLowerCase().indexOf(term)).filter((place) => place >= 0), text.length);
  const from = Math.max(0, text.lastIndexOf(' ', Math.max(0, at - 40)));
  const shown = text.slice(from, from + 160);
  const term = terms.find((one) => shown.toLowerCase().includes(one));
  if (term === undefined) return [shown];
  const start = shown.toLowerCase().indexOf(term);
  const end = start + term.length;
  return [shown.slice(0, start), make('mark', {}, shown.slice(start, end)), `${shown.slice(end)} …`];
}

const field = make('input', { type: 'search', placeholder: 'Search ( / )', autocomplete: 'off', spellcheck: false });
field.setAttribute('aria-label', 'Search the manual');
const results = make('ol', { hidden: true });
const count = make('p', { className: 'unseen' });
count.setAttribute('role', 'status');
const form = make('form', { id: 'search' }, field, results, count);
form.setAttribute('role', 'search');

async function search(): Promise<void> {
  const asked = field.value.trim();
  if (asked === '') return close();
  loading ??= load();
  try {
    const found = (await loading)(asked).slice(0, MOST);
    // The query has changed meanwhile.
    if (asked !== field.value.trim()) return;
    results.replaceChildren(...found.map(itemOf));
    say(found.length === 0 ? 'Nothing was found.' : `${found.length} results`, found.length === 0);
  } catch {
    loading = undefined;
    say('The search could not be loaded. Try again.', true);
  }
  results.hidden = false;
}

function itemOf({ address, page, heading, text, terms }: Found): HTMLElement {
  const title = heading === page ? page : `${page} › ${heading}`;
  const { href } = new URL(address, ROOT);
  return make('li', {}, make('a', { href }, make('b', {}, title), make('span', {}, ...excerpt(text, terms))));
}

function say(sentence: string, isShown: boolean): void {
  count.textContent = sentence;
  if (isShown) results.replaceChildren(make('li', {}, sentence));
}

function close(): void {
  results.hidden = true;
  results.replaceChildren();
  count.textContent = '';
}

function moveBy(step: 1 | -1): void {
  const stops: HTMLElement[] = [field, ...results.querySelectorAll('a')];
  const at = stops.indexOf(document.activeElement as HTMLElement);
  stops[(at + step + stops.length) % stops.length]?.focus();
}

field.oninput = () => void search();
// Builds the index before the first word is typed.
field.onfocus = () => {
  if (field.value === '') loading ??= load();
};
form.onsubmit = (event) => {
  event.preventDefault();
  results.querySelector('a')?.click();
};
form.onkeydown = (event) => {
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    event.preventDefault();
    moveBy(event.key === 'ArrowDown' ? 1 : -1);
  } else if (event.key === 'Escape') {
    close();
    field.focus();
  }
};
addEventListener('keydown', (event) => {
  const isTyping = (event.target as Element | null)?.closest('input, textarea, select');
  if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  field.focus();
});
addEventListener('click', (event) => {
  if (!form.contains(event.target as Node)) close();
});
document.querySelector('#tools')?.prepend(form);

for (const block of document.querySelectorAll('main pre')) {
  const button = make('button', { type: 'button' }, 'Copy');
  button.onclick = async () => {
    await navigator.clipboard.writeText(block.textContent ?? '');
    button.textContent = 'Copied';
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 2_000);
  };
  const sample = make('div', { className: 'sample' });
  block.replaceWith(sample);
  sample.append(block, button);
}

// On a wide screen the list of pages is beside the text.
const pages = document.querySelector<HTMLDetailsElement>('#pages');
const wide = matchMedia('(min-width: 62rem)');
const openIfWide = () => {
  if (pages) pages.open = wide.matches;
};
wide.onchange = openIfWide;
openIfWide();
document.querySelector('nav [aria-current]')?.scrollIntoView({ block: 'nearest' });
