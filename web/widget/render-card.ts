import { html, nothing, type TemplateResult } from 'lit-html';
import type { PublicView } from '../../contract/public-view.ts';
import { type Block, blocksOf } from '../../contract/view/blocks.ts';
import { isSettled, toneOf } from '../../contract/view/view.ts';
import { describeDomain } from '../../copy/describe.ts';
import type { Labels, Locale } from '../../copy/types/locale.ts';
import type { Known } from './known.ts';
import { type Copies, renderEvidence, renderLink, renderRecord, renderSteps, renderTimes } from './render-parts.ts';
import { visibleSentence, visibleText } from './visible-text.ts';

const HOSTNAME = /^[a-z0-9.-]+$/i;

/** What the card needs to be drawn. */
export interface Card extends Known {
  hostname: string;
  locale: Locale;
  brand: string | undefined;
  isCompact: boolean;
  check: () => void;
  /** For the DNS provider that sets the record itself. */
  leaves: () => void;
  copies: Copies;
}

export function renderCard(card: Card): TemplateResult {
  const { hostname, locale, view, failure, announced, isBusy } = card;
  return html`<section class="card" part="card" lang=${locale.tag} dir=${locale.direction} aria-busy=${String(isBusy)} aria-label=${hostname || nothing}>
    <slot name="header"></slot>
    <p class="hostname" part="hostname"><bdi>${visibleText(view?.url ?? hostname)}</bdi></p>
    <div role="status">${renderVerdict(card)}</div>
    ${view ? blocksOf(view).map((block) => renderBlock(block, view, card)) : renderWithout(failure, card)}
    <slot name="footer"></slot>
    <p class="unseen" role="status">${announced}</p>
  </section>`;
}

/** In a region that is there before its text: one that comes with it is not read out. */
function renderVerdict({ locale, brand, view, failure }: Card): TemplateResult {
  const { labels } = locale;
  if (!view && !failure) return html`<p part="text">${labels.loading}</p>`;
  if (!view) {
    const { title, text } = wordsOf(failure, labels);
    const status = failure && failure.status > 0 ? html` <span class="hint">(${failure.status})</span>` : nothing;
    return renderWords('wait', title, html`${text}${status}`);
  }
  const { title, summary, fix } = describeDomain(view, locale, brand);
  return renderWords(
    toneOf(view),
    visibleSentence(title),
    html`${visibleSentence(summary)} ${isSettled(view) ? nothing : visibleSentence(fix)}`,
  );
}

function renderWords(tone: string, title: string, text: TemplateResult): TemplateResult {
  return html`<p class="verdict ${tone}" part="verdict" role="heading" aria-level="2" tabindex="-1">${title}</p>
    <p part="text">${text}</p>`;
}

function renderBlock(block: Block, view: PublicView, card: Card): TemplateResult | typeof nothing {
  const { locale, isCompact, isStalled } = card;
  const { labels } = locale;
  switch (block.kind) {
    case 'steps':
      return isCompact ? nothing : renderSteps(view, labels);
    case 'live':
      return renderLive(view, labels);
    case 'set-up':
      return html`<p>${renderLink(labels.setUpAt(visibleText(block.provider)), block.url, true, card.leaves)}</p>
          <p>${labels.byHand}</p>`;
    case 'records':
      return html`${block.cards.map((record, index) => renderRecord(record, index, block.cards.length, view, card))}<slot name="help"></slot>`;
    case 'provider':
      return html`<p>${renderLink(labels.openProvider(visibleText(block.name)), block.url, block.isMain)}</p>`;
    case 'check':
      return html`${renderCheck(block.isMain, block.isAdded ? labels.addedCheckNow : labels.checkNow, card)}
          ${isStalled ? html`<p class="hint">${labels.takesTime}</p>` : nothing}`;
    case 'times':
      return html`${renderFailure(card)}${renderTimes(view, locale)}
          <p class="hint">${labels.goesOn}</p>`;
    case 'send':
      return nothing;
    case 'evidence':
      return isCompact ? nothing : renderEvidence(view, labels);
  }
}

function renderLive({ url }: PublicView, labels: Labels): TemplateResult {
  return html`<slot name="done"></slot>${HOSTNAME.test(url) ? html`<p>${renderLink(labels.open(url), `https://${url}`, true)}</p>` : nothing}`;
}

function renderCheck(isMain: boolean, label: string, { check, mayCheck, isBusy, answer, locale }: Card): TemplateResult {
  return html`<p>
      <button class=${isMain ? 'main' : nothing} part="button" type="button" data-action="check" aria-disabled=${String(!mayCheck)} @click=${check}>
        ${isBusy ? locale.labels.checking : label}
      </button>
    </p>
    ${answer ? html`<p class="hint" part="answer">${answer}</p>` : nothing}`;
}

function renderFailure({ failure, locale }: Card) {
  if (!failure) return nothing;
  const { title, text } = wordsOf(failure, locale.labels);
  return html`<p class="hint"><strong>${title}</strong> ${text}</p>`;
}

function renderWithout(failure: Card['failure'], card: Card) {
  return failure ? renderCheck(true, card.locale.labels.tryAgain, card) : nothing;
}

export function wordsOf(failure: Card['failure'], labels: Labels): { title: string; text: string } {
  const status = failure?.status;
  if (status === 401 || status === 403) return labels.signedOut;
  if (status === 404) return labels.notFound;
  if (status === 429) return { title: labels.tooMany.title, text: labels.tooMany.text(String(failure?.retryAfter || 10)) };
  return labels.cannotLoad;
}
