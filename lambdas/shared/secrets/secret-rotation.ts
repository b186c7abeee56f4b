import { addSeconds } from '../time/instant.ts';

/** A warm process reads the service's secret again when what it has is as old as this. */
export const SECRET_FRESH_SECONDS = 60;
/** From its writing until a new version signs: every process has read it by then, and so recognises what others sign with it. */
const RECOGNISED_BEFORE_SECONDS = 2 * SECRET_FRESH_SECONDS;

export interface RotatedSecret {
  json: string;
  version: number;
  signsFrom: string;
}

/** The secret with one more version. Throws while the newest does not sign yet: two at a time would be one too many to reason about. */
export function rotatedSecret(json: string, material: string, now: Date): RotatedSecret {
  const versions: Record<string, unknown> = JSON.parse(json);
  const newest = Math.max(
    ...Object.keys(versions)
      .filter((name) => /^[1-9][0-9]*$/.test(name))
      .map(Number),
  );
  const { signs_from: pending } = Object(versions[newest]);
  if (typeof pending === 'string' && new Date(pending) > now) {
    throw new Error(`version ${newest} begins to sign at ${pending}; rotate again after that`);
  }
  const version = newest + 1;
  const signsFrom = addSeconds(now, RECOGNISED_BEFORE_SECONDS);
  return { json: JSON.stringify({ ...versions, [version]: { material, signs_from: signsFrom } }), version, signsFrom };
}
