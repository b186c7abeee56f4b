import { domainToUnicode } from 'node:url';
import { isWildcard } from '../../contract/domain-name.ts';
import { type Html, html } from '../../contract/html.ts';
import type { PublicView } from '../../contract/public-view.ts';
import { type Block, blocksOf, differingPart, type RecordCard } from '../../contract/view/blocks.ts';
import { isSettled, nextPollIn, stepsOf, toneOf } from '../../contract/view/view.ts';
import {
  cardTitle,
  checkAnswer,
  colleagueMail,
  describeDomain,
  fieldsOf,
  formDirections,
  fullNameOf,
  mailtoUrl,
  sentenceFor,
  withReadableNames,
} from '../../copy/describe.ts';
import type { Visit } from '../pages/visit.ts';

/** How the visitor arrived: by a link, which the page's script sends again, or by hostname, which the form sends again. */
export type VisitorAccess = { link: string } | { hostname: string };

export function domainPage(view: PublicView, way: VisitorAccess, visit: Visit): { title: string; main: Html } {
  const { words } = visit.language;
  const typed = 'hostname' in way ? way.hostname : undefined;
  const said = describeDomain(view, typed === undefined ? words : visit.language.wordsForStrangers, visit.brand);
  const say = (text: string) => withReadableNames(text, view.url, readable(view.url));
  const title = say(said.title);
  const { code, checked_at: checkedAt } = view.diagnosis;
  const next = nextPollIn(view, { now: visit.now.getTime(), underWaySince: Date.parse(checkedAt ?? visit.now.toISOString()) });
  const shown: Shown = { view, way, title, visit, say };
  const sentence = sentenceFor(view, visit.language.sayings, visit.brand ?? words.labels.brand) ?? said.summary;
  const main = html`<main class="card" data-state="domain" data-code="${code}"${next !== undefined && html` data-next="${Math.ceil(next / 1000)}"`}${typed !== undefined && html` data-hostname="${typed}"`}>
${isSettled(view) && html`<p class="tick" aria-hidden="true">✓</p>`}<p class="host">${names(view.url)}</p>
<h1 class="verdict ${toneOf(view)}" id="verdict">${title}</h1>
<p id="sentence">${say(sentence)}</p>
${notSetUp(view, visit)}${transferNotice(visit)}${blocksOf(view).map((block) => drawBlock(block, shown))}
${!isSettled(view) && detailsSection([say(said.summary), say(said.fix), words.labels.takesTime], visit)}
</main>`;
  return { title, main };
}

function detailsSection(sentences: string[], { language: { words } }: Visit): Html {
  return html`<details id="more"><summary id="more-summary">${words.labels.more}</summary>${sentences.map((text) => html`<p class="small">${text}</p>`)}</details>`;
}

interface Shown {
  view: PublicView;
  way: VisitorAccess;
  title: string;
  visit: Visit;
  /** Replaces the hostname in a text by its readable form. */
  say: (text: string) => string;
}

function drawBlock(block: Block, shown: Shown): Html {
  const { view, visit } = shown;
  const { words } = visit.language;
  switch (block.kind) {
    case 'steps':
      return steps(view, visit);
    case 'live':
      // A wildcard has no address to visit.
      return html`${!isWildcard(view.url) && html`<p><a class="button primary" href="https://${view.url}/" rel="noopener noreferrer">${words.labels.open(readable(view.url))}</a></p>`}`;
    case 'set-up':
      // In a new page, as this one may be in a frame.
      return html`<div class="set-up"><p><a class="button primary" id="set-up" href="${block.url}" target="_blank" rel="noopener noreferrer">${words.labels.setUpAt(block.provider)}</a></p><p>${words.labels.byHand}</p></div>`;
    case 'records':
      return html`<div class="records">${block.cards.map((card, index) => recordCard(card, index, block.cards.length, shown))}${where(shown)}</div>`;
    case 'provider':
      return html`<p><a class="button${block.isMain && ' primary'}" id="provider" href="${block.url}" rel="noopener noreferrer" target="_blank">${words.labels.openProvider(block.name)}</a></p>`;
    case 'check':
      return checkForm(block, shown);
    case 'times':
      return times(view, visit);
    case 'send':
      return send(block.cards, shown);
    case 'evidence':
      return evidence(view, visit);
  }
}

function notSetUp(view: PublicView, { language, providerReturn }: Visit): Html | undefined {
  const hasFailed = providerReturn?.hasFailed && view.dns_status !== 'validated';
  return hasFailed ? html`<p class="bad" id="not-set-up">${language.labels.notSetUp}</p>` : undefined;
}

/** Does not name the other organization. In UTC, as it is days away. */
function transferNotice({ language: { labels, words, tag }, brand, transferAllowedAt: at }: Visit): Html | undefined {
  if (at === undefined) return undefined;
  const style = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const;
  const text = `${new Intl.DateTimeFormat(tag, style).format(new Date(at))} UTC`;
  return html`<p class="bad" id="asked-for">${labels.askedFor(brand ?? words.labels.brand, text)}</p>`;
}

function readable(hostname: string): string {
  return domainToUnicode(hostname) || hostname;
}

/** The Unicode form with the punycode form: two names can look alike. */
function names(hostname: string): Html {
  const shown = readable(hostname);
  return shown === hostname ? name(hostname) : html`${name(shown)} <small>${name(hostname)}</small>`;
}

const AFTER_A_DOT = /(?<=\.)/;

/** Breaks at dots, not at hyphens. */
function name(hostname: string): Html {
  return html`<bdi>${hostname.split(AFTER_A_DOT).map((part) => html`<span>${part}</span>`)}</bdi>`;
}

function breakable(value: string): Html {
  return html`${value.split(AFTER_A_DOT).map((part, index) => html`${index > 0 && html`<wbr>`}${part}`)}`;
}

function steps(view: PublicView, { language: { words } }: Visit): Html {
  const { steps: stepNames, stepStates } = words.labels;
  const items = stepsOf(view).map(
    ({ name, state }) =>
      html`<li class="${state}"${state === 'current' && html` aria-current="step"`}>${stepNames[name]} <span class="unseen">(${stepStates[state]})</span></li>`,
  );
  return html`<ol class="steps">${items}</ol>`;
}

/** Marks the difference, because nobody finds one wrong letter among thirty. */
function seenValue({ observed = '', value }: RecordCard, { diagnosis }: PublicView): Html {
  if (diagnosis.reason !== 'target_typo') return html`${observed}`;
  const { before, differs, after } = differingPart(observed, value);
  return html`${before}<mark>${differs}</mark>${after}`;
}

/** The buttons are hidden until the page's script shows them. */
function recordCard(card: RecordCard, index: number, count: number, { view, visit }: Shown): Html {
  const { labels } = visit.language.words;
  const fullName = fullNameOf(card, view);
  const title = cardTitle(card, index, count, labels);
  const rows = fieldsOf(card, view, labels).map(
    ({ key, label, text, isCopied }) =>
      html`<div class="field"><dt>${label}</dt><dd><code>${breakable(text)}</code>${isCopied && copyButton(`copy-${index}-${key}`, key, label, visit)}</dd></div>`,
  );
  return html`<section class="record ${card.action}"><h2 class="${title === labels.record ? 'unseen' : 'title'}">${title}</h2><dl>${rows}</dl>${
    fullName !== undefined && html`<p class="small">${labels.fullName(fullName)}</p>`
  }${card.observed !== undefined && html`<p class="small">${labels.observed} <bdi>${seenValue(card, view)}</bdi></p>`}</section>`;
}

/** An icon; the page's script turns it into a tick. */
function copyButton(id: string, field: 'name' | 'value', label: string, { language: { words } }: Visit): Html {
  const { copy, copied, selected } = words.labels;
  return html`<button class="copy" type="button" hidden id="${id}" aria-label="${copy[field]}" data-copied="${copied(label)}" data-selected="${selected(label)}"></button>`;
}

function where({ view, visit: { language }, say }: Shown): Html {
  const { words, labels } = language;
  const lines = (formDirections(view, words.labels)?.map(say) ?? labels.whereLines).map((line) => html`<li>${line}</li>`);
  return html`<details id="where"><summary id="where-summary">${words.labels.where}</summary><ol>${lines}</ol></details>`;
}

/** The form to check DNS that is not correct yet, or no longer. */
function checkForm({ isMain, isAdded }: { isMain: boolean; isAdded: boolean }, { view, way, title, visit }: Shown): Html {
  const { language, path } = visit;
  const { labels } = language.words;
  const isTyped = 'hostname' in way && html`<input type="hidden" name="hostname" value="${way.hostname}">`;
  return html`<div class="check"><form method="post" action="${path}?lang=${language.tag}" id="look"><input type="hidden" name="action" value="check">${isTyped}<p><button class="button${isMain && ' primary'}" id="check" data-busy="${labels.checking}">${isAdded ? labels.addedCheckNow : labels.checkNow}</button></p></form>${answer(view, title, visit)}</div>`;
}

function answer(view: PublicView, title: string, { language, checked }: Visit): Html | undefined {
  if (checked === undefined) return undefined;
  const { words, labels } = language;
  const { next_check_at: nextAt } = view.diagnosis;
  const text = checked === 'now' ? checkAnswer(view, title, words.labels) : labels.checkedRecently;
  return html`<p class="small" id="answer" role="status">${text}${nextAt !== undefined && html` ${time(words.labels.nextCheckAt, nextAt, language.tag)}`}</p>`;
}

function times({ diagnosis }: PublicView, { language }: Visit): Html {
  const { labels } = language.words;
  const { checked_at: checkedAt, next_check_at: nextAt } = diagnosis;
  const shown = [
    ...(checkedAt === undefined ? [] : [time(labels.checkedAt, checkedAt, language.tag)]),
    ...(nextAt === undefined ? [] : [time(labels.nextCheckAt, nextAt, language.tag)]),
  ];
  return html`<div class="times">${shown.length > 0 && html`<p class="small status">${shown.map((each, index) => html`${index > 0 && ' · '}${each}`)}</p>`}<p class="small screen">${labels.goesOn}</p></div>`;
}

/** In UTC; the page's script converts it to the visitor's time zone. */
function time(says: (time: string) => string, at: string, tag: string): Html {
  const [before = '', after = ''] = says('\n').split('\n');
  const text = new Intl.DateTimeFormat(tag, { timeStyle: 'short', timeZone: 'UTC' }).format(new Date(at));
  return html`<span>${before}<time datetime="${at}">${text} UTC</time>${after}</span>`;
}

function send(cards: RecordCard[], { view, way, visit: { language, site, path } }: Shown): Html {
  const address = `${site}${path}?lang=${language.tag}${'link' in way ? `#s=${way.link}` : ''}`;
  const mail = mailtoUrl(colleagueMail(view, cards, address, language, readable(view.url)));
  return html`<div class="row screen"><a class="quiet" id="send"href="${mail}">${language.labels.send}</a><button class="quiet" type="button" id="print" hidden>${language.labels.print}</button></div>`;
}

/** Each answer with its source, as a zone's servers may differ. */
function evidence({ diagnosis }: PublicView, { language }: Visit): Html {
  const lines = diagnosis.evidence.map(
    ({ asked, server, answer: told }) =>
      html`<p class="small"><bdi>${asked}</bdi>${server !== undefined && html` @ <bdi>${server}</bdi>`}: <bdi>${told}</bdi></p>`,
  );
  return html`<details id="evidence"><summary id="evidence-summary">${language.words.labels.evidence}</summary>${lines}</details>`;
}

/**
 * The first page, with one field. The page's script reads a personal link, fetches the domain and shows it here. After a return
 * from a DNS provider the field is filled in and one click checks DNS. A check needs a click, because any site can link to this
 * address.
 */
export function hostnameFormPage(visit: Visit): { title: string; main: Html } {
  const { language, theme, providerReturn } = visit;
  const { labels } = language;
  const welcome = theme.texts[language.tag]?.welcome;
  const main = html`<main class="card" data-state="asking"><h1 class="verdict">${labels.title}</h1>${providerReturn?.hasFailed && html`<p class="bad">${labels.notSetUp}</p>`}${welcome !== undefined && html`<p>${welcome}</p>`}${form(visit)}<noscript><p class="small">${labels.noScript}</p></noscript></main>`;
  return { title: labels.title, main };
}

/** One page for everything that is hidden, so that nobody learns if the domain exists. */
export function hiddenPage(visit: Visit, askedBy: 'link' | 'name', typed?: string): { title: string; main: Html } {
  const { words, labels } = visit.language;
  const { title } = words.labels.notFound;
  const brand = visit.brand ?? words.labels.brand;
  const text = askedBy === 'link' ? labels.linkIsOver(brand) : labels.askForLink(brand);
  return {
    title,
    main: html`<main class="card" data-state="hidden"><h1 class="verdict">${title}</h1><p>${text}</p>${form(visit, typed)}</main>`,
  };
}

export function tooManyPage(visit: Visit, seconds: number, typed?: string): { title: string; main: Html } {
  const { title, text } = visit.language.words.labels.tooMany;
  const main = html`<main class="card" data-state="too-many"><h1 class="verdict">${title}</h1><p>${text(String(seconds))}</p>${form(visit, typed)}</main>`;
  return { title, main };
}

/** Characters of typed text to show again. */
const LONGEST_TYPED = 300;

/** Filled with the previous input, so that a typo needs no retyping. */
function form({ language: { tag, words, labels }, path, providerReturn }: Visit, typed = providerReturn?.hostname): Html {
  const filledIn = typed !== undefined && html` value="${typed.slice(0, LONGEST_TYPED)}"`;
  const checkAction = providerReturn && html`<input type="hidden" name="action" value="check">`;
  return html`<form method="post" action="${path}?lang=${tag}"${providerReturn && html` id="look"`}><label for="hostname">${labels.hostname}</label><input id="hostname" name="hostname" required maxlength="${LONGEST_TYPED}" autocomplete="off" autocapitalize="none" spellcheck="false" inputmode="url"${filledIn}>${checkAction}<div class="row"><button class="button primary"${providerReturn && html` id="check" data-busy="${words.labels.checking}"`}>${providerReturn ? words.labels.checkNow : labels.go}</button></div></form>`;
}
