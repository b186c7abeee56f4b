import { createHash, timingSafeEqual } from 'node:crypto';

// The secret that CloudFront sends along with each request, by version: `{"1": "<random>", "2": "<random>"}`. Each version is
// accepted; which one is sent, the stage says. So a new one is accepted before it is sent, and an old one until nobody sends it.

const SHORTEST = 32;

/** The values that are accepted. A value too short to be one of ours is not. */
export function acceptedValues(json: string): string[] {
  return Object.values(versionsOf(json)).filter((value) => value.length >= SHORTEST);
}

/** Compared as digests, so that the time it takes tells nothing about where they differ. */
export function isAccepted(sent: string, accepted: readonly string[]): boolean {
  const digest = sha256(sent);
  return accepted.filter((value) => timingSafeEqual(sha256(value), digest)).length > 0;
}

/** With one more version. Throws while two are accepted: one of them must be forgotten first. */
export function withVersion(json: string, value: string): { json: string; version: number } {
  const versions = versionsOf(json);
  const numbers = Object.keys(versions).map(Number);
  if (numbers.length > 1)
    throw new Error(`versions ${numbers.join(' and ')} are accepted; forget the one that is not sent any more`);
  const version = Math.max(0, ...numbers) + 1;
  return { json: JSON.stringify({ ...versions, [version]: value }), version };
}

/** Without one of its versions. Throws if it has no such version, or no other. */
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
