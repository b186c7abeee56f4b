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

/** What the CA says of a certificate's renewal. Without a window it said nothing that can be used. */
export interface RenewalInformation {
  /** What was asked. */
  url?: string;
  window?: RenewalWindow;
  /** Why the window is as it is, for people. */
  explanationUrl?: string;
  /** The CA does not want to be asked again before. */
  retryAfterSeconds?: number;
}

export type AskRenewalInformation = (ariId: string) => Promise<RenewalInformation>;

/** The same of the CA that issued it, by name; without one, of the only CA that there was then. */
export type AskItsCa = (ariId: string, ca: string | undefined) => Promise<RenewalInformation>;

/** `asks`: each by the CA's name, the preferred one first. A CA that the stage has given up is not asked. */
export function askItsCa(asks: readonly { caName: string; ask: AskRenewalInformation }[]): AskItsCa {
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
/** A CA that has not answered so often in a row is left alone for a while: thousands of certificates would each wait for it. */
const MOST_SILENCES = 5;
const PAUSE_SECONDS = 60;

/**
 * Asks the CA when it suggests that a certificate be renewed (RFC 9773). One unsigned request; trouble of any kind is no
 * information.
 */
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
      if (silences % MOST_SILENCES === 0) silentUntil = clock().getTime() + PAUSE_SECONDS * 1000;
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
