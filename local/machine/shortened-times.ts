import type { Settings } from '../../contract/stack/settings.schema.ts';
import { newStage } from '../../lib/stage/new-stage.ts';

type Timed = Pick<Settings, 'timings' | 'webhooks'>;

/** What a developer waits for, and an integrator reads in the answers of a local cloud. */
const SHORTENED: { what: string; secondsOf: (of: Timed) => number }[] = [
  { what: 'a CNAME is checked again after', secondsOf: ({ timings }) => timings.dnsCheckIntervalSeconds },
  { what: 'DNS validation times out after', secondsOf: ({ timings }) => timings.dnsWindowSeconds },
  { what: 'a certificate times out after', secondsOf: ({ timings }) => timings.issuanceWindowSeconds },
  { what: 'an installation times out after', secondsOf: ({ timings }) => timings.installWindowSeconds },
  { what: 'every active domain is visited within', secondsOf: ({ timings }) => timings.watchDaySeconds },
  { what: 'the last attempt of a delivery comes after', secondsOf: ({ webhooks }) => sum(webhooks.attemptDelaysSeconds) },
  { what: 'a webhook that only fails is disabled after', secondsOf: ({ webhooks }) => webhooks.disableAfterSeconds },
];

/** A time of the local cloud, and the same as a new stage has it on AWS. */
export interface ShortenedTime {
  what: string;
  here: string;
  onAws: string;
}

export function shortenedTimes(local: Timed): ShortenedTime[] {
  const { settings } = newStage({ name: 'any', baseTarget: 'cname.any.net', contactEmail: 'any@any.net', ca: 'staging' });
  return SHORTENED.map(({ what, secondsOf }) => ({ what, here: inWords(secondsOf(local)), onAws: inWords(secondsOf(settings)) }));
}

/** For `connection.json`: what a program may have to know. */
export function timesOfConnection(local: Timed): Record<string, string> {
  return Object.fromEntries(shortenedTimes(local).map(({ what, here, onAws }) => [what, `${here} (on AWS: ${onAws})`]));
}

/** In the largest unit of which there are two at least, rounded. */
export function inWords(seconds: number): string {
  const units = [
    { name: 'days', seconds: 86_400 },
    { name: 'hours', seconds: 3_600 },
    { name: 'minutes', seconds: 60 },
  ];
  const unit = units.find((one) => seconds >= 2 * one.seconds);
  return unit ? `${Math.round(seconds / unit.seconds)} ${unit.name}` : `${seconds} s`;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
