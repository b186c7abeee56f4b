import * as z from 'zod/mini';
import { retryAfterSeconds, sentAt } from '../../contract/http/retry-after.ts';
import { jsonIn } from '../shared/net/reply-text.ts';
import type { Clock } from '../shared/time/clock.gateway.ts';
import type { Exchange, ReadDirectory } from './exchange.gateway.ts';
import { type RenewalWindow, renewalWindow } from './renewal-window.ts';

/** RFC 9773, section 4.2. */
const RenewalInfo = z.object({
  suggestedWindow: z.object({ start: z.string(), end: z.string() }),
  explanationURL: z.catch(z.optional(z.string()), undefined),
});

/** The CA's advice on a certificate's renewal. Without `window` there is no usable advice. */
export interface RenewalInformation {
  url?: string;
  window?: RenewalWindow;
  /** The reason for the window, for people. */
  explanationUrl?: string;
  retryAfterSeconds?: number;
}

export type AskRenewalInformation = (ariId: string) => Promise<RenewalInformation>;

/** The same, at the CA that issued the certificate. Without a name, the stage had only one CA at the time. */
export type AskIssuingCa = (ariId: string, ca: string | undefined) => Promise<RenewalInformation>;

/** `asks`: one per CA name, the preferred CA first. A CA that was removed from the stage is not asked. */
export function askIssuingCa(asks: readonly { caName: string; ask: AskRenewalInformation }[]): AskIssuingCa {
  return async (ariId, ca) => (await asks.find(({ caName }) => ca === undefined || caName === ca)?.ask(ariId)) ?? {};
}

export interface RenewalInformationOptions {
  directory: ReadDirectory;
  exchange: Exchange;
  clock: Clock;
  /** A longer Retry-After is cut. */
  longestRetrySeconds: number;
}

const TIMEOUT_MS = 5_000;
/** A CA that fails this often in a row is skipped for a while: thousands of certificates would each wait for it. */
const MAX_FAILURES_IN_A_ROW = 5;
const PAUSE_SECONDS = 60;

/** Asks the CA for its suggested renewal window (RFC 9773). One unsigned request; any failure counts as no information. */
export function askRenewalInformation({
  directory,
  exchange,
  clock,
  longestRetrySeconds,
}: RenewalInformationOptions): AskRenewalInformation {
  let silences = 0;
  let silentUntil = 0;

  return async (ariId) => {
    if (clock().getTime() < silentUntil) return {};
    const place = (await directory())?.renewalInfo;
    if (place === undefined) return {};
    const url = `${place.replace(/\/$/, '')}/${ariId}`;
    const answer = await exchange({ method: 'GET', url, signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (answer.kind === 'failed') {
      silences += 1;
      if (silences % MAX_FAILURES_IN_A_ROW === 0) silentUntil = clock().getTime() + PAUSE_SECONDS * 1000;
      return { url };
    }
    silences = 0;
    const { 'retry-after': retryAfter, date } = answer.headers;
    const seconds = retryAfterSeconds(retryAfter, sentAt(date, clock().getTime()), longestRetrySeconds);
    const wait = seconds !== undefined && { retryAfterSeconds: seconds };
    return { url, ...wait, ...(answer.status === 200 && informationIn(answer.body)) };
  };
}

function informationIn(body: string): RenewalInformation {
  const { data } = RenewalInfo.safeParse(jsonIn(body));
  const window = data && renewalWindow(data.suggestedWindow.start, data.suggestedWindow.end);
  if (!window) return {};
  return { window, ...(data.explanationURL !== undefined && { explanationUrl: data.explanationURL }) };
}
