import type { DiagnosisCode, DiagnosisReason } from '../api/error-codes.ts';
import type { PublicView } from '../public-view.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Time until the result of a check can be read. */
const CHECK_MS = 3 * SECOND;
/** Assumed check interval when the service does not state it. */
const UNKNOWN_MS = 5 * MINUTE;
/** Poll interval while work is in progress: every ten seconds, after five minutes every minute. */
const UNDER_WAY_MS = 10 * SECOND;
const USUALLY_DONE_MS = 5 * MINUTE;
const LONG_UNDER_WAY_MS = MINUTE;
/** First poll after an overdue check. The pauses then grow. */
const LATE_MS = 30 * SECOND;
/** Longest timer. A longer wait sets it again. */
const MAX_MS = 6 * HOUR;
const MAX_RETRY_MS = 5 * MINUTE;

/** Milliseconds on the server's clock, because the browser's may be wrong. */
export interface Moment {
  now: number;
  /** When the work in progress began. */
  underWaySince: number;
}

/** True while the service works and cannot say until when: it issues a certificate, or checks a new domain for the first time. */
export function isInProgress(view: PublicView): boolean {
  const { dns_status, ssl_status, diagnosis } = view;
  if (dns_status === 'validated') return ssl_status === 'pending';
  const isNew = (diagnosis.checked_at ?? diagnosis.next_check_at) === undefined;
  return diagnosis.code === 'in_progress' && (isNew || !isDnsOpen(view));
}

/**
 * True while the owner's record is not correct. With DNS validation that is the validation record, and the certificate comes
 * before the traffic.
 */
export function isDnsOpen({ dns_status, diagnosis: { reason, actor } }: PublicView): boolean {
  return dns_status !== 'validated' && (reason ?? actor) !== 'nobody';
}

/** True when the domain is live and needs no action. During a move to another server, its record still has to change. */
export function isSettled({ diagnosis: { code, actor } }: PublicView): boolean {
  return code === 'ok' && actor !== 'customer';
}

/**
 * Milliseconds until the page polls again; undefined: no automatic poll. All pages of a domain poll at the same moments, so the
 * caching proxy asks the API once for all of them.
 */
export function nextPollIn(view: PublicView, { now, underWaySince }: Moment): number | undefined {
  const { diagnosis } = view;
  if (isSettled(view)) return undefined;
  if (isInProgress(view)) return untilMultiple(now, now - underWaySince < USUALLY_DONE_MS ? UNDER_WAY_MS : LONG_UNDER_WAY_MS);
  const checkAt = Date.parse(diagnosis.next_check_at ?? '');
  if (Number.isNaN(checkAt)) return untilMultiple(now, UNKNOWN_MS);
  const due = checkAt + CHECK_MS;
  return Math.min(due > now ? due - now : untilLate(now - due), MAX_MS);
}

/** Milliseconds until the next poll after `failures` polls without an answer. */
export function pollRetryDelay(failures: number, retryAfterSeconds = 0): number {
  const backoff = Math.min(UNDER_WAY_MS * 2 ** Math.max(failures - 1, 0), MAX_RETRY_MS);
  return Math.max(backoff, retryAfterSeconds * SECOND);
}

function untilMultiple(now: number, step: number): number {
  return step - (now % step);
}

/** At 30, 60, 120 and 240 seconds after the due time, then every five minutes. */
function untilLate(lateBy: number): number {
  let step = LATE_MS;
  while (step <= lateBy && step < UNKNOWN_MS) step *= 2;
  return step < UNKNOWN_MS ? step - lateBy : untilMultiple(lateBy, UNKNOWN_MS);
}

/** The view's set-up link, if its address is safe to link: it comes from outside. */
export function safeSetUpOf({ dns_setup: setUp }: PublicView): PublicView['dns_setup'] {
  return isHttps(setUp?.url) ? setUp : undefined;
}

/** True for an https address. Links to outside addresses allow nothing else. */
export function isHttps(address: string | undefined): address is string {
  return address?.startsWith('https://') === true;
}

export type StepName = 'added' | 'dns' | 'certificate' | 'live';
export type StepState = 'done' | 'current' | 'todo';

/**
 * The progress steps, from the domain's two statuses. Only a served domain is live. The first unfinished step is the current one.
 */
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

/** Codes and a reason that report no fault: something is still to be done. */
const ONLY_OPEN = ['cname_not_found', 'in_progress', 'dns_validation_timeout', 'ready_to_switch', 'validation_missing'];

/** `good`: live. `bad`: the owner has to fix something, or visitors see an error. `wait`: anything else. */
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

/** No usable DNS answer came, so the record's state is unknown. */
const NO_ANSWER = /^(servfail|dnssec_\w+|lame_servers|servers_\w+|chain_unanswered)$/;

export function isUnanswered(reason: string | undefined): boolean {
  return NO_ANSWER.test(reason ?? '');
}

/** The cause behind an expired DNS window: the code that the same finding had before. Any other code is its own cause. */
export function causeOf({ code, reason }: { code: string; reason?: string | undefined }, isRecordWrong: boolean): string {
  if (code !== 'dns_validation_timeout') return code;
  if (isUnanswered(reason)) return 'dns_validation_failed';
  return ownProperty(CODE_OF_REASON, reason) ?? (isRecordWrong ? 'invalid_cname_target' : 'cname_not_found');
}

/** Reads a key that came from outside without touching the prototype. */
export function ownProperty<T>(record: Record<string, T> | undefined, key: string | undefined): T | undefined {
  return record && key !== undefined && Object.hasOwn(record, key) ? record[key] : undefined;
}

/** The record that routes visitors. A validation record may precede it. */
export function routingRecord<R>(records: readonly R[]): R | undefined {
  return records.at(-1);
}

/** Font stacks that systems already have, so pages load no fonts. */
export const FONT_STACKS = {
  system: 'system-ui, sans-serif',
  humanist: 'Seravek, "Gill Sans Nova", Ubuntu, Calibri, "DejaVu Sans", source-sans-pro, sans-serif',
  geometric: 'Avenir, Montserrat, Corbel, "URW Gothic", source-sans-pro, sans-serif',
  rounded: 'ui-rounded, "Hiragino Maru Gothic ProN", Quicksand, Comfortaa, Manjari, "Arial Rounded MT", Calibri, sans-serif',
  old_style: '"Iowan Old Style", "Palatino Linotype", "URW Palladio L", P052, serif',
  slab: 'Rockwell, "Rockwell Nova", "Roboto Slab", "DejaVu Serif", "Sitka Small", serif',
} as const;
