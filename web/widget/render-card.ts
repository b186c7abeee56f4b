import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { PublicView } from '../../contract/public-view.ts';
import { isHttps, isSettled, setUpOf, toneOf } from '../../contract/view/view.ts';
import { describeDomain } from '../../copy/describe.ts';
import type { Labels, Locale } from '../../copy/types/locale.ts';
import type { Known } from './known.ts';
import {
  type Copies,
  renderChanges,
  renderEvidence,
  renderRecord,
  renderSetUp,
  renderSteps,
  renderTimes,
} from './render-parts.ts';
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
    ${view ? renderView(view, card) : renderWithout(failure, card)}
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

function renderView(view: PublicView, card: Card): TemplateResult {
  const { locale, isCompact, isStalled, copies, leaves } = card;
  const { labels } = locale;
  const { actor } = view.diagnosis;
  const isLive = isSettled(view);
  const provider = view.dns_provider;
  const wanted =
    isLive || (actor !== 'customer' && view.dns_status === 'validated')
      ? []
      : view.dns_records.filter(({ state }) => state !== 'ok');
  return html`${isCompact ? nothing : renderSteps(view, labels)} ${wanted.length > 0 ? renderSetUp(view, labels, leaves) : nothing} ${wanted.map((record) => renderRecord(record, view, labels, copies))}
    ${renderChanges(view, labels)}
    ${
      isHttps(provider?.url) && actor === 'customer'
        ? html`<p><a href=${provider.url} target="_blank" rel="noopener noreferrer">${labels.openProvider(visibleText(provider.name))}</a></p>`
        : nothing
    }
    <slot name="help"></slot>
    ${isLive ? renderLive(view, labels) : renderWaiting(view, card)} ${isStalled && !isLive ? html`<p class="hint">${labels.takesTime}</p>` : nothing}
    ${isCompact ? nothing : renderEvidence(view, labels)}`;
}

function renderLive({ url }: PublicView, labels: Labels): TemplateResult {
  const link = HOSTNAME.test(url)
    ? html`<p><a class="button main" part="button" href="https://${url}" target="_blank" rel="noopener">${labels.open(url)}</a></p>`
    : nothing;
  return html`<slot name="done"></slot>${link}`;
}

function renderWaiting(view: PublicView, { check, mayCheck, isBusy, failure, locale }: Card): TemplateResult {
  const { labels } = locale;
  const { title, text } = wordsOf(failure, labels);
  return html`<p>
      <button class=${setUpOf(view) ? nothing : 'main'} part="button" type="button" data-action="check" aria-disabled=${String(!mayCheck)} @click=${check}>
        ${isBusy ? labels.checking : labels.checkNow}
      </button>
    </p>
    ${failure ? html`<p class="hint"><strong>${title}</strong> ${text}</p>` : nothing} ${renderTimes(view, locale)}
    <p class="hint">${labels.goesOn}</p>`;
}

function renderWithout(failure: Card['failure'], { locale: { labels }, check, mayCheck }: Card) {
  if (!failure) return nothing;
  return html`<p><button class="main" part="button" type="button" data-action="check" aria-disabled=${String(!mayCheck)} @click=${check}>${labels.tryAgain}</button></p>`;
}

export function wordsOf(failure: Card['failure'], labels: Labels): { title: string; text: string } {
  const status = failure?.status;
  if (status === 401 || status === 403) return labels.signedOut;
  if (status === 404) return labels.notFound;
  if (status === 429) return { title: labels.tooMany.title, text: labels.tooMany.text(String(failure?.retryAfter || 10)) };
  return labels.cannotLoad;
}
