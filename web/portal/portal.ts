// The portal works without this. With it, a personal link is read from behind the number sign, the page goes on by itself, and
// values are copied.

import { retryAfterSeconds, sentAt } from '../../contract/http/retry-after.ts';
import { countDown, endCountDown, secondsIn } from './count-down.ts';

const link = new URLSearchParams(location.hash.slice(1)).get('s');
const root = document.documentElement;
/** Nothing is shown for the moment in which the link is read. */
if (link !== null) root.style.visibility = 'hidden';

let timer: number | undefined;
let isUnderWay = false;
/** Somebody wants a look while the page is asked for: it follows. */
let isCheckWanted = false;
let isOverdue = false;
/** Each part of the page as it was sent, before anything of it was changed here. */
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

/** In the place of what is said. */
function sayCounting(sentence: string): void {
  const live = document.getElementById('live');
  say(sentence);
  if (live) countDown(live, sentence);
}

/** How long to wait, where the page was asked for too often. */
function sentenceOf(page: HTMLElement | null | undefined): string | undefined {
  if (page?.dataset.state !== 'too-many') return undefined;
  return page.querySelector('p')?.textContent;
}

/** Asks for the domain, as the page is made for it, and puts what it shows in the place of what is shown. */
function show(action?: 'check'): void {
  // Who comes back from their DNS provider may have changed what the field was filled in with.
  const hostname = document.querySelector<HTMLInputElement>('#look #hostname')?.value ?? main()?.dataset.hostname;
  if (isUnderWay) isCheckWanted ||= action === 'check';
  if (isUnderWay || (link === null && hostname === undefined)) return;
  isUnderWay = true;
  clearTimeout(timer);
  const form = new URLSearchParams({ ...(hostname !== undefined && { hostname }), ...(action && { action }) });
  // Not fetch: of these two it alone reads a page without running anything of it, and needs no leave of Trusted Types.
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
    // 404 is an answer: the link has ended, or the domain is there no more.
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

/** Has DNS looked at. */
function check(): void {
  isCheckWanted = false;
  const button = document.querySelector<HTMLButtonElement>('#check');
  if (!button) return;
  const { busy = '' } = button.dataset;
  button.dataset.idle ??= button.textContent;
  button.textContent = busy;
  // Not `disabled`: that takes the focus from who has pressed it.
  button.setAttribute('aria-disabled', 'true');
  say(busy);
  show('check');
}

/** What is shown stays, and is asked for again later. Where that is nothing yet, the page says why; the link stays as it is. */
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

/** A part that is the same stays: who reads it, copies it by hand or has the focus in it loses nothing. */
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

/** As long as a button says that it has copied. */
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
  // Pages over plain http have no clipboard, and a browser may refuse it.
  if (navigator.clipboard) navigator.clipboard.writeText(code.textContent ?? '').then(tell, select);
  else select();
}

/** Gives life to what is shown now. */
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
