import type { ExchangeResult } from '../../../lambdas/acme/exchange.gateway.ts';
import type { RenewalWindow } from '../../../lambdas/acme/renewal-window.ts';
import { Chance } from '../chance.ts';
import type { Scheduler } from '../scheduler.ts';

/** Authority key identifier in the CA's certificates. */
export const CA_KEY_ID = '0badc0de';
const RENEWAL_INFO = 'https://ca.test/renewal-info';
const DIRECTORY = {
  newNonce: 'https://ca.test/nonce',
  newAccount: 'https://ca.test/account',
  newOrder: 'https://ca.test/order',
  renewalInfo: RENEWAL_INFO,
};
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The usual renewal window of a 90-day certificate, in days after issuance. */
const USUAL_DAYS = { from: 59, to: 61 };
/** Longest time to the first early renewal. Each next interval doubles, so that a long play has mostly usual renewals. */
const FIRST_PEACE_MS = 12 * HOUR_MS;
/** Soon, or in a week: enough time for a dry run of the renewal. */
const WAITS_MS = [
  { shortest: 0, longest: 6 * HOUR_MS },
  { shortest: 6 * DAY_MS, longest: 6.5 * DAY_MS },
] as const;
const SPAN_MS = { shortest: HOUR_MS, longest: 12 * HOUR_MS };
const ASKED_AGAIN = { 'retry-after': '21600' };

/** The parts of an order and its certificate that matter here. */
interface IssuingOrder {
  number: number;
  hostname: string;
  status: string;
  notBeforeMs?: number;
}

/** An early renewal window. */
interface Wanted {
  fromMs: number;
  toMs: number;
  /** When the CA began to want an immediate renewal: the window had already ended then, as after a revocation. */
  atOnceSinceMs?: number;
  /** The window moves with the clock, so that it always lies equally far in the past. */
  movesAlong: boolean;
}

/** Renewal information of the CA (RFC 9773): now and then it wants a renewal at once, soon or in a week. */
export class SimulatedRenewalInfo {
  readonly #scheduler: Scheduler;
  readonly #chance: Chance;
  readonly #orders: readonly IssuingOrder[];
  /** By order number. */
  readonly #wanted = new Map<number, Wanted>();
  /** The earliest start that was ever published, by order number: clients may still act on an earlier window. */
  readonly #earliestMs = new Map<number, number>();

  constructor(scheduler: Scheduler, seed: number, orders: readonly IssuingOrder[]) {
    this.#scheduler = scheduler;
    this.#chance = new Chance(seed, 'renewal information');
    this.#orders = orders;
  }

  begin(calmAtMs: number, longestPeaceMs = FIRST_PEACE_MS): void {
    const atMs = this.#scheduler.nowMs + Math.round(this.#chance.between(0, longestPeaceMs));
    if (atMs >= calmAtMs) return;
    this.#scheduler.at(atMs, () => {
      if (this.#scheduler.faults.meets('the CA wants certificates renewed')) this.#moveWindows();
      this.begin(calmAtMs, 2 * longestPeaceMs);
    });
  }

  /** Any other URL is answered with the directory. */
  answer(url: string): ExchangeResult {
    if (!url.startsWith(RENEWAL_INFO)) return answerOf(200, JSON.stringify(DIRECTORY));
    const order = this.#orderOf(url.slice(RENEWAL_INFO.length + 1));
    const window = this.#windowOf(order);
    if (this.#scheduler.faults.meets('renewal information makes no sense')) return this.#chance.pick(NONSENSE)(window);
    return answerOf(200, JSON.stringify({ suggestedWindow: window }), ASKED_AGAIN);
  }

  /** The earliest start of any window that was published for this certificate. */
  suggestedFromMs(ariId: string): number {
    const order = this.#orderOf(ariId);
    return Math.min(this.#earliestMs.get(order.number) ?? Number.POSITIVE_INFINITY, usualMs(order).fromMs);
  }

  /** When this certificate should have been renewed at the latest. */
  wantedByMs(ariId: string): number {
    const order = this.#orderOf(ariId);
    const { toMs, atOnceSinceMs } = this.#wanted.get(order.number) ?? {};
    return atOnceSinceMs ?? toMs ?? usualMs(order).toMs;
  }

  /** Moves windows of served and of replaced certificates. */
  #moveWindows(): void {
    const chance = this.#chance;
    const { nowMs } = this.#scheduler;
    for (const { number, hostname, status } of this.#orders) {
      const isAtOnce = chance.is(0.6);
      const isMeant = status === 'valid' && this.#wanted.get(number)?.atOnceSinceMs === undefined;
      if (!isMeant || chance.is(0.5)) continue;
      this.#scheduler.tell(`the CA wants certificate ${number} of ${hostname} renewed ${isAtOnce ? 'at once' : 'sooner'}`);
      const wanted = isAtOnce ? this.#atOnce(nowMs) : this.#sooner(nowMs);
      this.#wanted.set(number, wanted);
      const earliestMs = this.#earliestMs.get(number) ?? Number.POSITIVE_INFINITY;
      this.#earliestMs.set(number, Math.min(earliestMs, wanted.atOnceSinceMs ?? wanted.fromMs));
    }
  }

  #atOnce(nowMs: number): Wanted {
    return { fromMs: nowMs - DAY_MS, toMs: nowMs - HOUR_MS, atOnceSinceMs: nowMs, movesAlong: this.#chance.is(0.5) };
  }

  #sooner(nowMs: number): Wanted {
    const wait = this.#chance.pick(WAITS_MS);
    const fromMs = nowMs + Math.round(this.#chance.between(wait.shortest, wait.longest));
    const toMs = fromMs + Math.round(this.#chance.between(SPAN_MS.shortest, SPAN_MS.longest));
    return { fromMs, toMs, movesAlong: false };
  }

  #windowOf(order: IssuingOrder): RenewalWindow {
    const wanted = this.#wanted.get(order.number);
    const { fromMs, toMs } = wanted ?? usualMs(order);
    const laterMs = wanted?.movesAlong ? this.#scheduler.nowMs - (wanted.atOnceSinceMs ?? 0) : 0;
    return { start: new Date(fromMs + laterMs).toISOString(), end: new Date(toMs + laterMs).toISOString() };
  }

  #orderOf(ariId: string): IssuingOrder {
    const [keyId = '', serial = ''] = ariId.split('.').map((part) => Buffer.from(part, 'base64url').toString('hex'));
    const order = this.#orders.find((each) => serialOf(each) === serial);
    if (keyId !== CA_KEY_ID || order?.notBeforeMs === undefined)
      throw new Error(`the CA was asked about ${ariId}, which it never issued`);
    return order;
  }
}

export function serialOf({ number }: Pick<IssuingOrder, 'number'>): string {
  return `10${number.toString(16).padStart(14, '0')}`;
}

function usualMs({ notBeforeMs = 0 }: IssuingOrder): { fromMs: number; toMs: number } {
  return { fromMs: notBeforeMs + USUAL_DAYS.from * DAY_MS, toMs: notBeforeMs + USUAL_DAYS.to * DAY_MS };
}

function answerOf(status: number, body: string, headers: Record<string, string> = {}): ExchangeResult {
  return { kind: 'answer', status, headers, body };
}

type Nonsense = (window: RenewalWindow) => ExchangeResult;
/** Invalid answers, from which no renewal may follow. */
const NONSENSE: readonly [Nonsense, ...Nonsense[]] = [
  () => answerOf(200, '<html>We are back soon.</html>'),
  () => answerOf(200, JSON.stringify({ suggestedWindow: { start: 'soon', end: 'later' } })),
  ({ start, end }) => answerOf(200, JSON.stringify({ suggestedWindow: { start: end, end: start } })),
  () => answerOf(500, ''),
  () => answerOf(503, '', { 'retry-after': 'in a while' }),
  () => answerOf(429, '', { 'retry-after': '100000' }),
  () => answerOf(429, '', { 'retry-after': '31536000' }),
];
