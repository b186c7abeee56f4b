import { createHmac, hkdfSync } from 'node:crypto';
import { addSeconds } from '../time/instant.ts';

/** The purposes of derived keys. Purposes are added, never renamed, because existing signatures depend on them. */
export type SecretPurpose =
  | 'api-key-pepper'
  | 'challenge-probe'
  | 'hostname-claim'
  | 'list-cursor'
  | 'machine-nonce'
  | 'portal-link'
  | 'sign-in'
  | 'validation-label';

interface Version {
  number: number;
  material: string;
  /** Absent: from its creation. */
  signsFrom?: Date;
}

/**
 * The service's own HMAC material, by version, so that a rotation does not break what older versions signed. As JSON: `{"1":
 * "<random>", "2": {"material": "<random>", "signs_from": "<ISO 8601>"}}`. A version verifies before it signs: every warm process
 * has read it by then.
 */
export class ServiceSecret {
  #versions: readonly Version[] = [];
  #signing: Version | undefined;

  /** `now` decides which version signs; without it, the highest. */
  static fromJson(text: string, now?: Date): ServiceSecret {
    const secret = new ServiceSecret();
    secret.replaceBy(text, now);
    return secret;
  }

  /** Replaces the versions after another read. Throws, and keeps the old ones, if no version in it signs. */
  replaceBy(text: string, now?: Date): void {
    const versions = versionsOf(text);
    const signing = versions.findLast(({ signsFrom }) => !signsFrom || !now || signsFrom <= now);
    if (!signing) throw new Error('the service secret holds no version of at least 32 characters that signs');
    this.#versions = versions;
    this.#signing = signing;
  }

  /** The tag of the version that signs now, for new values. */
  sign(purpose: SecretPurpose, message: string): Buffer {
    if (!this.#signing) throw new Error('the service secret has not been read yet');
    return hmac(this.#signing, purpose, message);
  }

  /** The same with the version's number, for values that contain it. */
  signNamed(purpose: SecretPurpose, message: string): { version: number; tag: Buffer } {
    return { version: this.#signing?.number ?? 0, tag: this.sign(purpose, message) };
  }

  /** The tag of a given version; undefined if that does not exist, or was removed. */
  signAs(version: number, purpose: SecretPurpose, message: string): Buffer | undefined {
    const named = this.#versions.find(({ number }) => number === version);
    return named && hmac(named, purpose, message);
  }

  /** The tags of every version, to verify values created earlier, or by a process with a newer one. */
  signAll(purpose: SecretPurpose, message: string): Buffer[] {
    if (!this.#signing) throw new Error('the service secret has not been read yet');
    return this.#versions.map((version) => hmac(version, purpose, message));
  }
}

const SHORTEST_MATERIAL = 32;

/** Lowest first. Other entries are skipped. */
function versionsOf(text: string): Version[] {
  const parsed: unknown = JSON.parse(text);
  const versions = Object.entries(Object(parsed)).flatMap(([number, value]) => {
    const version = versionOf(value);
    return /^[1-9][0-9]*$/.test(number) && version ? [{ number: Number(number), ...version }] : [];
  });
  return versions.toSorted((one, other) => one.number - other.number);
}

function versionOf(value: unknown): Omit<Version, 'number'> | undefined {
  if (typeof value === 'string') return value.length >= SHORTEST_MATERIAL ? { material: value } : undefined;
  const { material, signs_from } = Object(value);
  if (typeof material !== 'string' || material.length < SHORTEST_MATERIAL || Number.isNaN(Date.parse(signs_from)))
    return undefined;
  return { material, signsFrom: new Date(signs_from) };
}

function hmac({ material }: Version, purpose: SecretPurpose, message: string): Buffer {
  const key = Buffer.from(hkdfSync('sha256', material, '', purpose, 32));
  return createHmac('sha256', key).update(message).digest();
}

/** A warm process reads the service's secret again at this age. */
export const SECRET_FRESH_SECONDS = 60;
/** From the creation of a version until it signs: by then every process has read it, and can verify its signatures. */
const RECOGNISED_BEFORE_SECONDS = 2 * SECRET_FRESH_SECONDS;

export interface RotatedSecret {
  json: string;
  version: number;
  signsFrom: string;
}

/** The secret with one more version. Throws while the newest does not sign yet: two pending versions would be too complex. */
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
