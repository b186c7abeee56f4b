import type { PublicView } from '../../contract/public-view.ts';
import { differingPart, type RecordCard } from '../../contract/view/blocks.ts';
import { stepsOf } from '../../contract/view/view.ts';
import { cardTitle, fieldsOf, formDirections, fullNameOf } from '../../copy/describe.ts';
import type { Labels, Locale } from '../../copy/types/locale.ts';
import { type Child, h } from './elements.ts';
import type { WidgetState } from './known.ts';

/** Allows line breaks after dots. `part` renders each part. */
function partsOf(text: string, part: (text: string, index: number) => Child): Child {
  return h('bdi', {}, text.split(/(?<=\.)/).map(part));
}

export function renderHost(hostname: string): Child {
  return partsOf(hostname, (part) => h('span', {}, part));
}

function renderValue(text: string, part: string | false): Child {
  return h(
    'code',
    { part },
    partsOf(text, (part, index) => [index > 0 && h('wbr'), part]),
  );
}

export function small(text: Child, part?: string): Child {
  return h('p', { class: 'small', part }, text);
}

export function renderSteps(view: PublicView, { steps, stepStates }: Labels): Child {
  const items = stepsOf(view).map(({ name, state }) =>
    h(
      'li',
      { class: state, 'aria-current': state === 'current' && 'step' },
      steps[name],
      h('span', { class: 'unseen' }, ` (${stepStates[state]})`),
    ),
  );
  return h('ol', { class: 'steps', part: 'steps', role: 'list' }, items);
}

/** Opens in a new tab. */
export function renderLink(label: string, href: string, isMain: boolean, action?: string): Child {
  const kind = { class: isMain ? 'button primary' : 'button', part: 'button', 'data-action': action };
  return h('p', {}, h('a', { ...kind, href, target: '_blank', rel: 'noopener noreferrer' }, label));
}

/** A record in the fields of a provider's form. */
export function renderRecord(
  record: RecordCard,
  index: number,
  count: number,
  view: PublicView,
  { locale: { labels }, copiedId }: { locale: Locale } & WidgetState,
): Child {
  const title = cardTitle(record, index, count, labels);
  const fullName = fullNameOf(record, view);
  const fields = fieldsOf(record, view, labels).map(({ key, label, text, isCopied }) => {
    const id = index + key;
    const copied = copiedId === id ? 'copy copied' : 'copy';
    const action = { part: 'copy-button', type: 'button', 'data-action': 'copy', 'data-field': key };
    const data = { 'data-label': label, 'data-value': text, 'aria-label': isCopied && labels.copy[key] };
    const button = isCopied && h('button', { ...action, id, class: copied, ...data });
    return h('div', { class: 'field' }, h('dt', {}, label), h('dd', {}, renderValue(text, isCopied && 'value'), button));
  });
  return h(
    'div',
    { part: 'record', role: 'group', 'aria-label': title },
    title !== labels.record && h('p', { class: 'title' }, title),
    h('dl', {}, fields),
    fullName && small(labels.fullName(fullName)),
    record.observed && small([`${labels.observed} `, renderSeen(record, view)], 'observed'),
  );
}

/** Marks the difference, because nobody finds one wrong letter among thirty. */
function renderSeen({ observed = '', value }: RecordCard, { diagnosis }: PublicView): Child {
  const isTypo = diagnosis.reason === 'target_typo';
  const { before, differs, after } = differingPart(observed, isTypo ? value : observed);
  return h('bdi', {}, before, differs && h('mark', {}, differs), after);
}

export function renderFold(id: string, title: string, ...children: Child[]): Child {
  return h('details', { id, part: id }, h('summary', {}, title), children);
}

export function renderWay(view: PublicView, labels: Labels, say: (text: string) => string): Child {
  const lines = formDirections(view, labels)?.map((line) => h('li', {}, say(line)));
  return lines && renderFold('where', labels.where, h('ol', {}, lines));
}

export function renderEvidence({ diagnosis }: PublicView, labels: Labels): Child {
  const lines = diagnosis.evidence.map(({ asked, server, answer }) =>
    small([h('bdi', {}, asked), server && [' @ ', h('bdi', {}, server)], ': ', h('bdi', {}, answer)]),
  );
  return renderFold('evidence', labels.evidence, lines);
}

export function renderTimes({ diagnosis: { checked_at, next_check_at } }: PublicView, { tag, labels }: Locale): Child {
  const times = [timeText(checked_at, tag, labels.checkedAt), timeText(next_check_at, tag, labels.nextCheckAt)].filter(Boolean);
  return times.length > 0 && h('p', { class: 'small status' }, times.join(' · '));
}

/** The time, with the date if it is not today. */
export function timeText(instant: string | undefined, tag: string, says: (time: string) => string): string {
  const at = new Date(instant ?? '');
  if (Number.isNaN(+at)) return '';
  const isToday = at.toDateString() === new Date().toDateString();
  return says(new Intl.DateTimeFormat(tag, { dateStyle: isToday ? undefined : 'medium', timeStyle: 'short' }).format(at));
}
