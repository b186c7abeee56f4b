import type { DiagnosisCode, DiagnosisReason } from '../api/error-codes.ts';
import type { PublicView } from '../public-view.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** What a check takes before its result can be read. */
const CHECK_MS = 3 * SECOND;
/** How often the service checks where it does not say when. */
const UNKNOWN_MS = 5 * MINUTE;
/** While something is under way, every ten seconds, and after five minutes every minute. */
const UNDER_WAY_MS = 10 * SECOND;
const USUALLY_DONE_MS = 5 * MINUTE;
const LONG_UNDER_WAY_MS = MINUTE;
/** A check that is late is waited for in growing pauses. */
const LATE_MS = 30 * SECOND;
/** A timer that is set for days is set anew. */
const LONGEST_MS = 6 * HOUR;
const LONGEST_RETRY_MS = 5 * MINUTE;

/** Instants in milliseconds, by a server's clock: that of the browser may be wrong. */
export interface Moment {
  now: number;
  /** Since when something is under way. */
  underWaySince: number;
}

/**
 * The service is at work, and does not say when it is done: a certificate is made, or a new domain is looked at for the first
 * time.
 */
export function isUnderWay(view: PublicView): boolean {
  const { dns_status, ssl_status, diagnosis } = view;
  if (dns_status === 'validated') return ssl_status === 'pending';
  const isNew = (diagnosis.checked_at ?? diagnosis.next_check_at) === undefined;
  return diagnosis.code === 'in_progress' && (isNew || !isDnsOpen(view));
}

/** The owner's record is not right yet. Where it is that of the validation, the certificate comes before the traffic. */
export function isDnsOpen({ dns_status, diagnosis: { reason, actor } }: PublicView): boolean {
  return dns_status !== 'validated' && (reason ?? actor) !== 'nobody';
}

/** Live, and nothing is left to do: while a domain moves to another server, its record is to be changed. */
export function isSettled({ diagnosis: { code, actor } }: PublicView): boolean {
  return code === 'ok' && actor !== 'customer';
}

/**
 * In how many milliseconds the page asks again; undefined: not by itself. All pages that show the same domain ask at the same
 * moments, so that the proxy, which keeps an answer for some seconds, asks once for all of them.
 */
export function nextAskIn(view: PublicView, { now, underWaySince }: Moment): number | undefined {
  const { diagnosis } = view;
  if (isSettled(view)) return undefined;
  if (isUnderWay(view)) return untilMultiple(now, now - underWaySince < USUALLY_DONE_MS ? UNDER_WAY_MS : LONG_UNDER_WAY_MS);
  const checkAt = Date.parse(diagnosis.next_check_at ?? '');
  if (Number.isNaN(checkAt)) return untilMultiple(now, UNKNOWN_MS);
  const due = checkAt + CHECK_MS;
  return Math.min(due > now ? due - now : untilLate(now - due), LONGEST_MS);
}

/** In how many milliseconds it asks again after `failures` questions without an answer. */
export function retryIn(failures: number, retryAfterSeconds = 0): number {
  const backoff = Math.min(UNDER_WAY_MS * 2 ** Math.max(failures - 1, 0), LONGEST_RETRY_MS);
  return Math.max(backoff, retryAfterSeconds * SECOND);
}

function untilMultiple(now: number, step: number): number {
  return step - (now % step);
}

/** At 30, 60, 120 and 240 seconds after it was due, then every five minutes. */
function untilLate(lateBy: number): number {
  let step = LATE_MS;
  while (step <= lateBy && step < UNKNOWN_MS) step *= 2;
  return step < UNKNOWN_MS ? step - lateBy : untilMultiple(lateBy, UNKNOWN_MS);
}

/** What the view has, if its address may be a link: it came from outside. */
export function setUpOf({ dns_setup: setUp }: PublicView): PublicView['dns_setup'] {
  return isHttps(setUp?.url) ? setUp : undefined;
}

/** As a link needs it: whatever follows, a browser goes nowhere but to an address with https. */
export function isHttps(address: string | undefined): address is string {
  return address?.startsWith('https://') === true;
}

export type StepName = 'added' | 'dns' | 'certificate' | 'live';
export type StepState = 'done' | 'current' | 'todo';

/** How far a domain is, from its two statuses; live is only what is served. What is not done first is current. */
export function stepsOf({ dns_status, ssl_status, diagnosis }: PublicView): { name: StepName; state: StepState }[] {
  const isLive = diagnosis.code === 'ok';
  const done: [StepName, boolean][] = [
    ['added', true],
    ['dns', isLive || dns_status === 'validated'],
    ['certificate', isLive || ssl_status === 'active' || diagnosis.code === 'ready_to_switch'],
    ['live', isLive],
  ];
  const current = done.findIndex(([, isDone]) => !isDone);
  return done.map(([name, isDone], position) => ({ name, state: stateOf(isDone, position === current) }));
}

function stateOf(isDone: boolean, isCurrent: boolean): StepState {
  if (isDone) return 'done';
  return isCurrent ? 'current' : 'todo';
}

/** Codes without a reason, and a reason, that say of nothing that it is wrong: something is still to be done. */
const ONLY_OPEN = ['cname_not_found', 'in_progress', 'dns_validation_timeout', 'ready_to_switch', 'validation_missing'];

/** `good`: live; `bad`: something is wrong for its owner to mend, or for visitors; `wait`: all else. */
export function toneOf({ diagnosis: { code, reason, actor } }: PublicView): 'good' | 'bad' | 'wait' {
  if (code === 'ok') return 'good';
  const isWrong = actor === 'customer' && !ONLY_OPEN.includes(reason ?? code);
  return isWrong || code === 'certificate_expired' ? 'bad' : 'wait';
}

/** Reasons that have a diagnosis code of their own. */
export const CODE_OF_REASON: Partial<Record<DiagnosisReason, DiagnosisCode>> = {
  proxy_addresses: 'proxied_dns',
  record_beside_cname: 'conflicting_records',
  negative_cache: 'in_progress',
};

/** No usable answer came, so that nobody knows how the record stands. */
const NO_ANSWER = /^(servfail|dnssec_\w+|lame_servers|servers_\w+|chain_unanswered)$/;

export function isUnanswered(reason: string | undefined): boolean {
  return NO_ANSWER.test(reason ?? '');
}

/**
 * What stands behind the end of the window for DNS: the code that the same finding had before. Any other code is its own cause.
 */
export function causeOf({ code, reason }: { code: string; reason?: string | undefined }, isRecordWrong: boolean): string {
  if (code !== 'dns_validation_timeout') return code;
  if (isUnanswered(reason)) return 'dns_validation_failed';
  return ownValue(CODE_OF_REASON, reason) ?? (isRecordWrong ? 'invalid_cname_target' : 'cname_not_found');
}

/** By a key that came from outside. */
export function ownValue<T>(record: Record<string, T> | undefined, key: string | undefined): T | undefined {
  return record && key !== undefined && Object.hasOwn(record, key) ? record[key] : undefined;
}

/** The record that visitors come by. One by which the hostname is validated may stand before it. */
export function routingRecord<R>(records: readonly R[]): R | undefined {
  return records.at(-1);
}

/** How pages may be written: stacks of fonts that a system has already, so that nothing is loaded. */
export const FONT_STACKS = {
  system: 'system-ui, sans-serif',
  humanist: 'Seravek, "Gill Sans Nova", Ubuntu, Calibri, "DejaVu Sans", source-sans-pro, sans-serif',
  geometric: 'Avenir, Montserrat, Corbel, "URW Gothic", source-sans-pro, sans-serif',
  rounded: 'ui-rounded, "Hiragino Maru Gothic ProN", Quicksand, Comfortaa, Manjari, "Arial Rounded MT", Calibri, sans-serif',
  old_style: '"Iowan Old Style", "Palatino Linotype", "URW Palladio L", P052, serif',
  slab: 'Rockwell, "Rockwell Nova", "Roboto Slab", "DejaVu Serif", "Sitka Small", serif',
} as const;
