import { createHash, timingSafeEqual } from 'node:crypto';

// The secret that CloudFront sends with each request, by version: `{"1": "<random>", "2": "<random>"}`. Every version is
// accepted; the stage decides which one is sent. So a new one is accepted before it is sent, and an old one until nobody sends
// it.

const SHORTEST = 32;

/** The accepted values. A value too short to be one of ours is ignored. */
export function acceptedValues(json: string): string[] {
  return Object.values(versionsOf(json)).filter((value) => value.length >= SHORTEST);
}

/** Compares digests, so that the duration does not reveal where the values differ. */
export function isAccepted(sent: string, accepted: readonly string[]): boolean {
  const digest = sha256(sent);
  return accepted.filter((value) => timingSafeEqual(sha256(value), digest)).length > 0;
}

/** Adds a version. Throws while two are accepted: one of them must be removed first. */
export function withVersion(json: string, value: string): { json: string; version: number } {
  const versions = versionsOf(json);
  const numbers = Object.keys(versions).map(Number);
  if (numbers.length > 1)
    throw new Error(`versions ${numbers.join(' and ')} are accepted; forget the one that is not sent any more`);
  const version = Math.max(0, ...numbers) + 1;
  return { json: JSON.stringify({ ...versions, [version]: value }), version };
}

/** Removes a version. Throws if it does not exist, or is the only one. */
export function withoutVersion(json: string, version: number): { json: string; remaining: number[] } {
  const versions = versionsOf(json);
  if (versions[version] === undefined) throw new Error(`there is no version ${version}`);
  const others = Object.entries(versions).filter(([number]) => Number(number) !== version);
  if (others.length === 0) throw new Error(`version ${version} is the only one: nothing would be let in`);
  return { json: JSON.stringify(Object.fromEntries(others)), remaining: others.map(([number]) => Number(number)) };
}

function versionsOf(json: string): Record<string, string> {
  const versions: unknown = JSON.parse(json);
  return Object.fromEntries(
    Object.entries(Object(versions)).flatMap(([number, value]) =>
      /^[1-9][0-9]*$/.test(number) && typeof value === 'string' ? [[number, value]] : [],
    ),
  );
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
