// The portal works without this script. With it, a personal link is read from the URL's fragment, the page updates automatically,
// and values can be copied.

import { retryAfterSeconds, sentAt } from '../../contract/http/retry-after.ts';
import { countDown, endCountDown, secondsIn } from './count-down.ts';

const link = new URLSearchParams(location.hash.slice(1)).get('s');
const root = document.documentElement;
/** Hides the page until the link has been read. */
if (link !== null) root.style.visibility = 'hidden';

let timer: number | undefined;
let isUnderWay = false;
/** A check was requested while the page is loading; it follows afterwards. */
let isCheckWanted = false;
let isOverdue = false;
/** Each part of the page as the service sent it, before any change here. */
let sentParts: string[] = [];

function main(): HTMLElement | null {
  return document.querySelector('main');
}

function say(text: string): void {
  const live = document.getElementById('live');
  if (!live) return;
  endCountDown(live);
  live.textContent = text;
}

function sayCounting(sentence: string): void {
  const live = document.getElementById('live');
  say(sentence);
  if (live) countDown(live, sentence);
}

/** The message of a rate-limited page with its wait time. */
function sentenceOf(page: HTMLElement | null | undefined): string | undefined {
  if (page?.dataset.state !== 'too-many') return undefined;
  return page.querySelector('p')?.textContent;
}

/** Loads the page for the domain and replaces what is shown. */
function show(action?: 'check'): void {
  // A browser may have restored the field's content after a return from the DNS provider.
  const hostname = document.querySelector<HTMLInputElement>('#look #hostname')?.value ?? main()?.dataset.hostname;
  if (isUnderWay) isCheckWanted ||= action === 'check';
  if (isUnderWay || (link === null && hostname === undefined)) return;
  isUnderWay = true;
  clearTimeout(timer);
  const form = new URLSearchParams({ ...(hostname !== undefined && { hostname }), ...(action && { action }) });
  // XMLHttpRequest instead of fetch: only it parses a page without running its scripts and without Trusted Types.
  const request = new XMLHttpRequest();
  request.open('POST', location.pathname + location.search);
  request.responseType = 'document';
  request.timeout = 28_000;
  request.setRequestHeader('content-type', 'application/x-www-form-urlencoded');
  if (link !== null) request.setRequestHeader('x-portal-link', link);
  request.onloadend = () => {
    isUnderWay = false;
    root.style.visibility = '';
    const fresh = request.response?.querySelector('main');
    // 404 is a valid answer: the link has ended, or the domain was deleted.
    const isWorse = ![200, 404].includes(request.status) && main()?.dataset.state === 'domain';
    const now = sentAt(request.getResponseHeader('date'), Date.now());
    if (!fresh || isWorse) showFailure(retryAfterSeconds(request.getResponseHeader('retry-after'), now) || 60);
    else replace(fresh, request.response.title);
    const waiting = sentenceOf(fresh);
    if (isWorse && waiting) sayCounting(waiting);
    if (isCheckWanted) check();
  };
  request.send(form);
}

function check(): void {
  isCheckWanted = false;
  const button = document.querySelector<HTMLButtonElement>('#check');
  if (!button) return;
  const { busy = '' } = button.dataset;
  button.dataset.idle ??= button.textContent;
  button.textContent = busy;
  // Not `disabled`, which would drop the focus.
  button.setAttribute('aria-disabled', 'true');
  say(busy);
  show('check');
}

/** Keeps the page and retries later. On an empty page it shows the error; the link remains valid. */
function showFailure(seconds: number): void {
  const { title = '', text = '', again = '' } = document.body.dataset;
  if (link !== null && main()?.dataset.state === 'asking') {
    const failed = document.createElement('main');
    failed.className = 'card';
    failed.dataset.state = 'failed';
    const button = element('button', again);
    button.className = 'button primary';
    button.onclick = () => show();
    const heading = element('h1', title);
    heading.className = 'verdict';
    failed.append(heading, element('p', text), button);
    main()?.replaceWith(failed);
  }
  say(`${title}. ${text}`);
  free();
  wait(seconds);
}

function element<Name extends 'h1' | 'p' | 'button'>(name: Name, text: string): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

function replace(fresh: HTMLElement, title: string): void {
  const former = document.getElementById('verdict')?.textContent;
  const focused = document.activeElement?.id;
  const open = [...document.querySelectorAll('details[open]')].map(({ id }) => id);
  replaceParts(fresh);
  document.title = title;
  for (const id of open) (document.getElementById(id) as HTMLDetailsElement | null)?.setAttribute('open', '');
  if (focused && document.activeElement === document.body) document.getElementById(focused)?.focus();
  free();
  begin();
  const verdict = (document.getElementById('verdict') ?? document.querySelector('h1'))?.textContent ?? '';
  const isNews = former !== undefined && verdict !== former;
  say(isNews ? verdict : (document.getElementById('answer')?.textContent ?? ''));
}

/** Leaves unchanged parts in place, so that a selection or the focus in them survives. */
function replaceParts(fresh: HTMLElement): void {
  const shown = main();
  const parts = [...fresh.children];
  const texts = parts.map(({ outerHTML }) => outerHTML);
  if (shown && shown.dataset.state === fresh.dataset.state && sentParts.length === parts.length) {
    delete shown.dataset.next;
    Object.assign(shown.dataset, { ...fresh.dataset });
    const places = [...shown.children];
    parts.forEach((part, index) => {
      if (texts[index] !== sentParts[index]) places[index]?.replaceWith(document.adoptNode(part));
    });
  } else shown?.replaceWith(document.adoptNode(fresh));
  sentParts = texts;
}

function wait(seconds: number): void {
  isOverdue = false;
  clearTimeout(timer);
  timer = setTimeout(() => {
    if (document.hidden) isOverdue = true;
    else show();
  }, seconds * 1000);
}

function free(): void {
  const button = document.querySelector<HTMLButtonElement>('#check');
  if (!button) return;
  button.textContent = button.dataset.idle ?? button.textContent;
  button.removeAttribute('aria-disabled');
}

/** How long a button shows that it has copied. */
const COPIED_MS = 2_000;

function copy(button: HTMLButtonElement): void {
  const code = button.previousElementSibling;
  if (!code) return;
  const select = () => {
    getSelection()?.selectAllChildren(code);
    say(button.dataset.selected ?? '');
  };
  const tell = () => {
    say(button.dataset.copied ?? '');
    button.classList.add('copied');
    setTimeout(() => {
      button.classList.remove('copied');
      say('');
    }, COPIED_MS);
  };
  // Pages over plain HTTP have no clipboard, and a browser may refuse access.
  if (navigator.clipboard) navigator.clipboard.writeText(code.textContent ?? '').then(tell, select);
  else select();
}

/** Attaches the behaviour to the current page. */
function begin(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('dd button')) {
    button.hidden = false;
    button.onclick = () => copy(button);
  }
  const print = document.getElementById('print');
  if (print) {
    print.hidden = false;
    print.onclick = () => window.print();
  }
  for (const time of document.querySelectorAll('time'))
    time.textContent = new Date(time.dateTime).toLocaleTimeString(root.lang, { timeStyle: 'short' });
  const next = Number(main()?.dataset.next);
  if (next > 0) wait(next);
  const waiting = sentenceOf(main());
  const place = main()?.querySelector('p');
  if (!waiting || !place) return;
  countDown(place, waiting);
  if (link !== null) wait(secondsIn(waiting));
}

addEventListener('visibilitychange', () => {
  if (!document.hidden && isOverdue) show();
});
addEventListener('submit', (event) => {
  const isCheck = (event.target as Element).id === 'look';
  const isChecking = document.querySelector('#check[aria-disabled]') !== null;
  if (isCheck || isChecking) event.preventDefault();
  if (isCheck && !isChecking) check();
});
addEventListener('hashchange', () => location.reload());
addEventListener('DOMContentLoaded', () => {
  for (const language of document.querySelectorAll<HTMLAnchorElement>('footer nav a')) language.hash = location.hash;
  sentParts = [...(main()?.children ?? [])].map(({ outerHTML }) => outerHTML);
  begin();
  if (link !== null) show();
});
