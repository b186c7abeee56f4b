import type { PublicFix, PublicRecord, PublicView } from '../public-view.ts';
import { isHttps, isSettled, safeSetUpOf } from './view.ts';

/** A DNS record as a card of fields to copy into a form. */
export interface RecordCard {
  action: string;
  type: string;
  /** The name for the provider's form. Empty when the form takes nothing for the zone itself. */
  host: string;
  /** The fully qualified name. */
  name: string;
  value: string;
  /** The value found instead. */
  observed?: string | undefined;
}

/** A part of the page below the verdict. At most one block has the main button. */
export type Block =
  | { kind: 'steps' }
  | { kind: 'live' }
  /** The DNS provider sets the record itself. */
  | { kind: 'set-up'; provider: string; url: string }
  /** Records to change, in this order. */
  | { kind: 'records'; cards: RecordCard[] }
  /** The DNS provider that holds the records. */
  | { kind: 'provider'; name: string; url: string; isMain: boolean }
  /** `isAdded`: pressing the button claims that the record was added. */
  | { kind: 'check'; isMain: boolean; isAdded: boolean }
  | { kind: 'times' }
  | { kind: 'send'; cards: RecordCard[] }
  | { kind: 'evidence' };

/** Blocks of a domain from top to bottom, the same on every page. */
export function blocksOf(view: PublicView): Block[] {
  const { diagnosis, dns_status, dns_provider: provider } = view;
  if (isSettled(view)) return [{ kind: 'steps' }, { kind: 'live' }];
  const isTheirs = diagnosis.actor === 'customer';
  const mayCheck = isTheirs || dns_status !== 'validated';
  const cards = mayCheck ? cardsOf(view) : [];
  const hasCards = cards.length > 0;
  const setUp = hasCards ? safeSetUpOf(view) : undefined;
  const link = isTheirs && isHttps(provider?.url) ? { name: provider.name, url: provider.url } : undefined;
  const isMain = !setUp && !link;
  const blocks: (Block | false | undefined)[] = [
    { kind: 'steps' },
    setUp && { kind: 'set-up', ...setUp },
    hasCards && { kind: 'records', cards },
    link && { kind: 'provider', ...link, isMain: !setUp },
    mayCheck && { kind: 'check', isMain, isAdded: isMain && cards.some(({ action }) => action === 'add') },
    { kind: 'times' },
    hasCards && { kind: 'send', cards },
    diagnosis.evidence.length > 0 && { kind: 'evidence' },
  ];
  return blocks.filter((block) => !!block);
}

/** The diagnosis's changes; if it has none, the records that are not correct yet. */
function cardsOf(view: PublicView): RecordCard[] {
  const { records } = view.diagnosis.fix;
  if (records.length > 0) return records.map((fix) => fixCard(fix, view));
  // With DNS validation, the traffic record waits for the certificate. The diagnosis asks for it then.
  const first = view.dns_records.slice(0, 1);
  return first.filter(({ state }) => state !== 'ok').map((record) => recordCard(record, view));
}

function fixCard(fix: PublicFix, view: PublicView): RecordCard {
  const { action, type, name, host } = fix;
  const own = view.dns_records.find((record) => record.type === type && record.name === name);
  const value = action === 'remove' ? fix.value : valueToPaste(fix, view);
  return {
    action,
    type,
    name,
    host: host ?? own?.host ?? name,
    value,
    observed: action === 'change' ? own?.observed : undefined,
  };
}

function recordCard(record: PublicRecord, view: PublicView): RecordCard {
  const { type, name, host, state, observed } = record;
  return { action: state === 'missing' ? 'add' : 'change', type, name, host, value: valueToPaste(record, view), observed };
}

/** Adds a trailing dot where the form would append the zone to a name without one. */
function valueToPaste({ type, value }: { type: string; value: string }, { dns_provider }: PublicView): string {
  return type === 'CNAME' && dns_provider?.form?.appends_zone && !value.endsWith('.') ? `${value}.` : value;
}

/** The observed value, split around the part that differs from the expected one. */
export function differingPart(seen: string, wanted: string): { before: string; differs: string; after: string } {
  const shorter = Math.min(seen.length, wanted.length);
  let start = 0;
  while (start < shorter && seen[start] === wanted[start]) start += 1;
  let end = 0;
  while (end < shorter - start && seen.at(-1 - end) === wanted.at(-1 - end)) end += 1;
  // A missing part has no position of its own, so its neighbours are marked.
  const isMissing = start + end === seen.length && seen !== wanted;
  const from = isMissing ? Math.max(start - 1, 0) : start;
  const to = seen.length - (isMissing ? Math.max(end - 1, 0) : end);
  return { before: seen.slice(0, from), differs: seen.slice(from, to), after: seen.slice(to) };
}
