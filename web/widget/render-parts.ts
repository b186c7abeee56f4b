import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { PublicRecord, PublicView } from '../../contract/public-view.ts';
import { setUpOf, stepsOf } from '../../contract/view/view.ts';
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

/** Where the DNS provider sets the record itself. */
export function renderSetUp(view: PublicView, labels: Labels, leaves: () => void) {
  const setUp = setUpOf(view);
  if (!setUp) return nothing;
  return html`<p>
      <a class="button main" part="button" href=${setUp.url} target="_blank" rel="noopener noreferrer" @click=${leaves}>${labels.setUpAt(visibleText(setUp.provider))}</a>
    </p>
    <p>${labels.byHand}:</p>`;
}

export type Copies = (field: string, value: string, event: Event) => void;

/** A record to be set, field by field, as a provider's form asks for it. */
export function renderRecord(record: PublicRecord, view: PublicView, labels: Labels, copies: Copies): TemplateResult {
  const { type, name, host, value, observed } = record;
  const form = view.dns_provider?.form;
  const field = (key: string, label: string, text: string) =>
    html`<dt>${label}</dt>
      <dd>
        <code part="value"><bdi>${visibleText(text)}</bdi></code>
        <button part="copy-button" type="button" data-field=${key} aria-label=${labels.copy(label)} @click=${(event: Event) => copies(label, text, event)}>
          ${labels.copyButton}
        </button>
      </dd>`;
  return html`<div class="record" part="record" role="group" aria-label=${labels.record}>
    <dl>
      <dt>${labels.fields.type}</dt>
      <dd><code>${visibleText(type)}</code></dd>
      ${field('name', form?.name ?? labels.fields.name, host)} ${field('value', form?.value ?? labels.fields.value, value)}
    </dl>
    ${host === name ? nothing : html`<p class="hint">${labels.fullName(name)}</p>`}
    ${observed === undefined ? nothing : html`<p part="observed">${labels.observed}: <code><bdi>${visibleText(observed)}</bdi></code></p>`}
  </div>`;
}

/** What is to be removed or added beside the records of the domain. */
export function renderChanges({ dns_records, diagnosis }: PublicView, labels: Labels) {
  const others = diagnosis.fix.records.filter(
    ({ type, name, value }) => !dns_records.some((own) => own.type === type && own.name === name && own.value === value),
  );
  if (others.length === 0) return nothing;
  return html`<ul>
    ${others.map(({ action, type, name, value }) => {
      const verb = labels.actions[action as keyof Labels['actions']] ?? action;
      return html`<li>${verb}: <code><bdi>${visibleText(`${name} ${type} ${value}`)}</bdi></code></li>`;
    })}
  </ul>`;
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
  const format = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short' });
  const timeText = (instant: string | undefined, says: (time: string) => string) =>
    Number.isNaN(Date.parse(instant ?? '')) ? '' : says(format.format(new Date(instant ?? '')));
  const times = [timeText(checked_at, labels.checkedAt), timeText(next_check_at, labels.nextCheckAt)].filter(Boolean);
  return times.length === 0 ? nothing : html`<p class="times">${times.join(' · ')}</p>`;
}
