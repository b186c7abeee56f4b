import type { Settings } from '../../contract/stack/settings.schema.ts';
import { newStage } from '../../lib/stage/new-stage.ts';

type Timed = Pick<Settings, 'timings' | 'webhooks'>;

/** Times that a developer waits for, or that an integrator sees in the local cloud's answers. */
const SHORTENED: { what: string; secondsOf: (of: Timed) => number }[] = [
  { what: 'a CNAME is checked again after', secondsOf: ({ timings }) => timings.dnsCheckIntervalSeconds },
  { what: 'DNS validation times out after', secondsOf: ({ timings }) => timings.dnsWindowSeconds },
  { what: 'a certificate times out after', secondsOf: ({ timings }) => timings.issuanceWindowSeconds },
  { what: 'an installation times out after', secondsOf: ({ timings }) => timings.installWindowSeconds },
  { what: 'every active domain is visited within', secondsOf: ({ timings }) => timings.watchDaySeconds },
  { what: 'the last attempt of a delivery comes after', secondsOf: ({ webhooks }) => sum(webhooks.attemptDelaysSeconds) },
  { what: 'a webhook that only fails is disabled after', secondsOf: ({ webhooks }) => webhooks.disableAfterSeconds },
];

/** A time in the local cloud, and on AWS with a new stage's values. */
export interface ShortenedTime {
  what: string;
  here: string;
  onAws: string;
}

export function shortenedTimes(local: Timed): ShortenedTime[] {
  const { settings } = newStage({ name: 'any', baseTarget: 'cname.any.net', contactEmail: 'any@any.net', ca: 'staging' });
  return SHORTENED.map(({ what, secondsOf }) => ({
    what,
    here: durationWords(secondsOf(local)),
    onAws: durationWords(secondsOf(settings)),
  }));
}

/** For `connection.json`: times that a program may need to know. */
export function timesOfConnection(local: Timed): Record<string, string> {
  return Object.fromEntries(shortenedTimes(local).map(({ what, here, onAws }) => [what, `${here} (on AWS: ${onAws})`]));
}

/** Rounded, in the largest unit that gives at least two. */
export function durationWords(seconds: number): string {
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
