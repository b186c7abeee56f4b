import type { PublicFix, PublicRecord, PublicView } from '../public-view.ts';
import { isHttps, isSettled, setUpOf } from './view.ts';

/** A record as a card of fields, to be copied into a form. */
export interface RecordCard {
  action: string;
  type: string;
  /** As the form takes it: empty where it takes nothing for the zone itself. */
  host: string;
  /** The whole name. */
  name: string;
  value: string;
  /** What is there instead. */
  observed?: string | undefined;
}

/** What stands below the verdict. Of all blocks at most one has the main button. */
export type Block =
  | { kind: 'steps' }
  | { kind: 'live' }
  /** The DNS provider sets the record itself. */
  | { kind: 'set-up'; provider: string; url: string }
  /** The records to be changed, in this order. */
  | { kind: 'records'; cards: RecordCard[] }
  /** Where the DNS provider has them. */
  | { kind: 'provider'; name: string; url: string; isMain: boolean }
  /** `isAdded`: who presses the button says that the record is there. */
  | { kind: 'check'; isMain: boolean; isAdded: boolean }
  | { kind: 'times' }
  | { kind: 'send'; cards: RecordCard[] }
  | { kind: 'evidence' };

/** The blocks of a domain, from top to bottom, the same on every page that shows it. */
export function blocksOf(view: PublicView): Block[] {
  const { diagnosis, dns_status, dns_provider: provider } = view;
  if (isSettled(view)) return [{ kind: 'steps' }, { kind: 'live' }];
  const isTheirs = diagnosis.actor === 'customer';
  const mayCheck = isTheirs || dns_status !== 'validated';
  const cards = mayCheck ? cardsOf(view) : [];
  const setUp = cards.length > 0 ? setUpOf(view) : undefined;
  const link = isTheirs && isHttps(provider?.url) ? { name: provider.name, url: provider.url } : undefined;
  const isMain = setUp === undefined && link === undefined;
  const isAdded = isMain && cards.some(({ action }) => action === 'add');
  return [
    { kind: 'steps' },
    ...(setUp ? [{ kind: 'set-up' as const, provider: setUp.provider, url: setUp.url }] : []),
    ...(cards.length > 0 ? [{ kind: 'records' as const, cards }] : []),
    ...(link ? [{ kind: 'provider' as const, ...link, isMain: setUp === undefined }] : []),
    ...(mayCheck ? [{ kind: 'check' as const, isMain, isAdded }] : []),
    { kind: 'times' },
    ...(cards.length > 0 ? [{ kind: 'send' as const, cards }] : []),
    ...(diagnosis.evidence.length > 0 ? [{ kind: 'evidence' as const }] : []),
  ];
}

/** The changes of the diagnosis; where it has none, the records that do not stand as they should. */
function cardsOf(view: PublicView): RecordCard[] {
  const { records } = view.diagnosis.fix;
  if (records.length > 0) return records.map((fix) => fixCard(fix, view));
  return view.dns_records.filter(({ state }) => state !== 'ok').map((record) => recordCard(record, view));
}

function fixCard({ action, type, name, host, value }: PublicFix, view: PublicView): RecordCard {
  const own = view.dns_records.find((record) => record.type === type && record.name === name);
  return {
    ...{ action, type, name, host: host ?? own?.host ?? name },
    value: action === 'remove' ? value : valueToPaste(type, value, view),
    ...(action === 'change' && { observed: own?.observed }),
  };
}

function recordCard({ type, name, host, value, state, observed }: PublicRecord, view: PublicView): RecordCard {
  const action = state === 'missing' ? 'add' : 'change';
  return { action, type, name, host, value: valueToPaste(type, value, view), observed };
}

/** With a full stop at its end where the form appends the zone to what has none. */
function valueToPaste(type: string, value: string, { dns_provider }: PublicView): string {
  return type === 'CNAME' && dns_provider?.form?.appends_zone && !value.endsWith('.') ? `${value}.` : value;
}
