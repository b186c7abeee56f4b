import type { PublicView } from '../../contract/public-view.ts';
import { type Block, blocksOf } from '../../contract/view/blocks.ts';
import { isSettled, toneOf } from '../../contract/view/view.ts';
import { describeDomain, sentenceFor, titleFor, withReadableNames } from '../../copy/describe.ts';
import type { Labels } from '../../copy/types/locale.ts';
import { asciiOf } from './ask-proxy.ts';
import { type Child, h } from './elements.ts';
import type { Language, WidgetState } from './known.ts';
import {
  renderEvidence,
  renderFold,
  renderHost,
  renderLink,
  renderRecord,
  renderSteps,
  renderTimes,
  renderWay,
  small,
} from './render-parts.ts';

const HOSTNAME = /^[a-z0-9.-]+$/i;

/** State of the card. Clickable elements have `data-action`. */
export interface Card extends WidgetState {
  hostname: string;
  locale: Language;
  brand: string | undefined;
  isCompact: boolean;
}

export function renderCard(card: Card): HTMLElement {
  const { hostname, locale, view, announced, isBusy } = card;
  return h(
    'section',
    {
      ...{ class: 'card', part: 'card', lang: locale.tag, dir: locale.direction },
      ...{ 'aria-busy': String(isBusy), 'aria-label': hostname || undefined },
    },
    slot('header'),
    view && isSettled(view) && h('p', { class: 'tick', 'aria-hidden': 'true' }, '✓'),
    h('p', { class: 'host', part: 'hostname' }, renderHost(view ? readable(card, view.url) : hostname)),
    h('div', { role: 'status' }, renderVerdict(card)),
    view ? blocksOf(view).map((block) => h('div', { id: block.kind }, renderBlock(block, view, card))) : renderWithout(card),
    view && !isSettled(view) && renderMore(view, card),
    slot('footer'),
    h('p', { class: 'unseen', role: 'status' }, announced),
  );
}

function slot(name: string): Child {
  return h('slot', { name });
}

/** In a region rendered before its text: screen readers ignore a region that appears together with its text. */
function renderVerdict(card: Card): Child {
  const { locale, brand, view, failure } = card;
  const { labels } = locale;
  if (!view && !failure) return renderText(labels.loading);
  const failed = wordsOf(failure, labels);
  if (!view) return [renderTitle('wait', failed.title), renderText(failed.text)];
  const sayings = locale.sayings?.();
  const sentence =
    sayings === null ? '' : ((sayings && sentenceFor(view, sayings, brand ?? labels.brand)) ?? view.diagnosis.summary);
  return [renderTitle(toneOf(view), say(titleFor(view, locale, brand), card)), renderText(say(sentence, card))];
}

function renderTitle(tone: string, title: string): Child {
  return h('h2', { class: `verdict ${tone}`, part: 'verdict', tabindex: '-1' }, title);
}
function renderText(text: string): Child {
  return h('p', { part: 'text' }, text);
}

/** The hostname as its page writes it, if it is the same one. DNS has it in ASCII. */
function readable({ hostname }: Card, url: string): string {
  return asciiOf(hostname) === url ? hostname : url;
}

function say(text: string, card: Card): string {
  const url = card.view?.url ?? '';
  return withReadableNames(text, url, readable(card, url));
}

/** All details, once they are expanded. */
function renderMore(view: PublicView, card: Card): Child {
  const { locale, brand, isMoreOpen } = card;
  const { summary, fix } = isMoreOpen ? describeDomain(view, locale, brand) : { summary: '', fix: '' };
  return renderFold('more', locale.labels.more, small(say(summary, card)), small(say(fix, card)));
}

function renderBlock(block: Block, view: PublicView, card: Card): Child {
  const { locale, isCompact, isStalled } = card;
  const { labels } = locale;
  switch (block.kind) {
    case 'steps':
      return !isCompact && renderSteps(view, labels);
    case 'live':
      return renderLive(view, card);
    case 'set-up':
      return [renderLink(labels.setUpAt(block.provider), block.url, true, 'leave'), h('p', {}, labels.byHand)];
    case 'records':
      return [
        block.cards.map((record, index) => renderRecord(record, index, block.cards.length, view, card)),
        renderWay(view, labels, (line) => say(line, card)),
        slot('help'),
      ];
    case 'provider':
      return renderLink(labels.openProvider(block.name), block.url, block.isMain);
    case 'check':
      return [
        renderCheck(block.isMain, block.isAdded ? labels.addedCheckNow : labels.checkNow, card),
        isStalled && small(labels.takesTime),
      ];
    case 'times':
      return [renderFailure(card), renderTimes(view, locale), small(labels.goesOn)];
    // An embedding page has its own ways to share it.
    case 'send':
      return;
    case 'evidence':
      return !isCompact && renderEvidence(view, labels);
  }
}

function renderLive({ url }: PublicView, card: Card): Child {
  return [slot('done'), HOSTNAME.test(url) && renderLink(card.locale.labels.open(readable(card, url)), `https://${url}`, true)];
}

function renderCheck(isMain: boolean, label: string, { mayCheck, isBusy, answer, locale }: Card): Child {
  const kind = { class: isMain ? 'button primary' : 'button', part: 'button', type: 'button', 'data-action': 'check' };
  return [
    h('p', {}, h('button', { ...kind, 'aria-disabled': String(!mayCheck) }, isBusy ? locale.labels.checking : label)),
    answer && small(answer, 'answer'),
  ];
}

function renderFailure({ failure, locale }: Card): Child {
  const { title, text } = wordsOf(failure, locale.labels);
  return failure && small([h('strong', {}, title), ` ${text}`]);
}

function renderWithout(card: Card): Child {
  return card.failure && renderCheck(true, card.locale.labels.tryAgain, card);
}

export function wordsOf(failure: Card['failure'], labels: Labels): { title: string; text: string } {
  const status = failure?.status;
  if (status === 401 || status === 403) return labels.signedOut;
  if (status === 404) return labels.notFound;
  if (status === 429) return { title: labels.tooMany.title, text: labels.tooMany.text(String(failure?.retryAfter || 10)) };
  return labels.cannotLoad;
}
