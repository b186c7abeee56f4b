import { html, nothing, type TemplateResult } from 'lit-html';
import type { PublicView } from '../../contract/public-view.ts';
import type { RecordCard } from '../../contract/view/blocks.ts';
import { stepsOf } from '../../contract/view/view.ts';
import { cardTitle, fieldsOf, fullNameOf } from '../../copy/describe.ts';
import type { Labels, Locale } from '../../copy/types/locale.ts';
import { visibleText } from './visible-text.ts';

const MARKS = { done: '✓', current: '●', todo: '○' };

export function renderSteps(view: PublicView, labels: Labels): TemplateResult {
  return html`<ol class="steps" part="steps" role="list">
    ${stepsOf(view).map(
      ({ name, state }) =>
        html`<li class=${state} aria-current=${state === 'current' ? 'step' : nothing}>
          <span aria-hidden="true">${MARKS[state]}</span> ${labels.steps[name]}<span class="unseen">: ${labels.stepStates[state]}</span>
        </li>`,
    )}
  </ol>`;
}

/** Opens another page; `leaves`: who follows it may change the record there. */
export function renderLink(label: string, url: string, isMain: boolean, leaves?: () => void): TemplateResult {
  return html`<a class=${isMain ? 'button main' : 'button'} part="button" href=${url} target="_blank" rel="noopener noreferrer" @click=${leaves}>${label}</a>`;
}

export type Copies = (field: string, value: string, event: Event) => void;

/** A record as a provider's form asks for it, field by field. */
export function renderRecord(
  record: RecordCard,
  index: number,
  count: number,
  view: PublicView,
  { locale: { labels }, copies }: { locale: Locale; copies: Copies },
): TemplateResult {
  const { observed } = record;
  const title = cardTitle(record, index, count, labels);
  const fullName = fullNameOf(record, view);
  return html`<div class="record" part="record" role="group" aria-label=${title}>
    ${title === labels.record ? nothing : html`<p class="current">${visibleText(title)}</p>`}
    <dl>
      ${fieldsOf(record, view, labels).map(
        ({ key, label, text, isCopied }) => html`<dt>${label}</dt>
          <dd>
            ${
              isCopied
                ? html`<code part="value"><bdi>${visibleText(text)}</bdi></code><button part="copy-button" type="button" data-field=${key} aria-label=${labels.copy(label)} @click=${(event: Event) => copies(label, text, event)}>
                    ${labels.copyButton}
                  </button>`
                : html`<code><bdi>${visibleText(text)}</bdi></code>`
            }
          </dd>`,
      )}
    </dl>
    ${fullName === undefined ? nothing : html`<p class="hint">${labels.fullName(fullName)}</p>`}
    ${observed === undefined ? nothing : html`<p part="observed">${labels.observed} <code><bdi>${visibleText(observed)}</bdi></code></p>`}
  </div>`;
}

export function renderEvidence({ diagnosis }: PublicView, labels: Labels) {
  if (diagnosis.evidence.length === 0) return nothing;
  return html`<details part="evidence">
    <summary>${labels.evidence}</summary>
    <ul>
      ${diagnosis.evidence.map(
        ({ asked, server, answer }) =>
          html`<li><bdi>${visibleText(asked)}</bdi>${server === undefined ? nothing : html` @ <bdi>${visibleText(server)}</bdi>`}: <code><bdi>${visibleText(answer)}</bdi></code></li>`,
      )}
    </ul>
  </details>`;
}

export function renderTimes({ diagnosis: { checked_at, next_check_at } }: PublicView, { tag, labels }: Locale) {
  const times = [timeText(checked_at, tag, labels.checkedAt), timeText(next_check_at, tag, labels.nextCheckAt)].filter(Boolean);
  return times.length === 0 ? nothing : html`<p class="times">${times.join(' · ')}</p>`;
}

/** The time alone, and the day where that is another one. */
export function timeText(instant: string | undefined, tag: string, says: (time: string) => string): string {
  const at = new Date(instant ?? '');
  if (Number.isNaN(+at)) return '';
  const isToday = at.toDateString() === new Date().toDateString();
  return says(new Intl.DateTimeFormat(tag, { dateStyle: isToday ? undefined : 'medium', timeStyle: 'short' }).format(at));
}
