import type { ExchangeResult } from '../../../lambdas/acme/exchange.gateway.ts';
import type { RenewalWindow } from '../../../lambdas/acme/renewal-window.ts';
import { Chance } from '../chance.ts';
import type { Scheduler } from '../scheduler.ts';

/** By which the CA's certificates name its key. */
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
/** Of a certificate for 90 days. */
const USUAL_DAYS = { from: 59, to: 61 };
/** Until it may first want some renewed. Each next occasion is twice as far away: in a long life most are usual. */
const FIRST_PEACE_MS = 12 * HOUR_MS;
/** Soon, or in a week: until then the renewal is rehearsed. */
const WAITS_MS = [
  { shortest: 0, longest: 6 * HOUR_MS },
  { shortest: 6 * DAY_MS, longest: 6.5 * DAY_MS },
] as const;
const SPAN_MS = { shortest: HOUR_MS, longest: 12 * HOUR_MS };
const ASKED_AGAIN = { 'retry-after': '21600' };

/** An order, and what matters here of the certificate that it may have become. */
interface IssuingOrder {
  number: number;
  hostname: string;
  status: string;
  notBeforeMs?: number;
}

/** When the CA wants a certificate renewed instead of at the usual time. */
interface Wanted {
  fromMs: number;
  toMs: number;
  /** It has revoked it, or will: the window was over when it was moved. */
  atOnceSinceMs?: number;
  /** The window stays as far in the past as it was. */
  movesAlong: boolean;
}

/** What the CA says of when a certificate is to be renewed (RFC 9773): now and then it wants some at once, soon or in a week. */
export class SimulatedRenewalInfo {
  readonly #scheduler: Scheduler;
  readonly #chance: Chance;
  readonly #orders: readonly IssuingOrder[];
  /** By the number of the order. */
  readonly #wanted = new Map<number, Wanted>();
  /** From when on at the earliest: a later window does not take back what was read of one before. */
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

  /** Whoever asks for anything else is told its directory. */
  answer(url: string): ExchangeResult {
    if (!url.startsWith(RENEWAL_INFO)) return answerOf(200, JSON.stringify(DIRECTORY));
    const order = this.#orderOf(url.slice(RENEWAL_INFO.length + 1));
    const window = this.#windowOf(order);
    if (this.#scheduler.faults.meets('renewal information makes no sense')) return this.#chance.pick(NONSENSE)(window);
    return answerOf(200, JSON.stringify({ suggestedWindow: window }), ASKED_AGAIN);
  }

  /** From when on it has suggested, at any time, to renew the certificate of this name. */
  suggestedFromMs(ariId: string): number {
    const order = this.#orderOf(ariId);
    return Math.min(this.#earliestMs.get(order.number) ?? Number.POSITIVE_INFINITY, usualMs(order).fromMs);
  }

  /** By when it wants the certificate of this name to have been renewed. */
  wantedByMs(ariId: string): number {
    const order = this.#orderOf(ariId);
    const { toMs, atOnceSinceMs } = this.#wanted.get(order.number) ?? {};
    return atOnceSinceMs ?? toMs ?? usualMs(order).toMs;
  }

  /** Those that are served, and former ones. */
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
/** None of it says anything of a renewal. */
const NONSENSE: readonly [Nonsense, ...Nonsense[]] = [
  () => answerOf(200, '<html>We are back soon.</html>'),
  () => answerOf(200, JSON.stringify({ suggestedWindow: { start: 'soon', end: 'later' } })),
  ({ start, end }) => answerOf(200, JSON.stringify({ suggestedWindow: { start: end, end: start } })),
  () => answerOf(500, ''),
  () => answerOf(503, '', { 'retry-after': 'in a while' }),
  () => answerOf(429, '', { 'retry-after': '100000' }),
  () => answerOf(429, '', { 'retry-after': '31536000' }),
];
