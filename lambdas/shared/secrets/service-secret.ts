import { createHmac, hkdfSync } from 'node:crypto';

/** What each derived key is for. A purpose is added, never renamed: what it has signed is out in the world. */
export type SecretPurpose = 'api-key-pepper' | 'challenge-probe' | 'hostname-claim' | 'list-cursor';

/** The service's own HMAC material, by version, so that it can be rotated without breaking what older versions signed. */
export class ServiceSecret {
  readonly #versions: ReadonlyMap<number, string>;

  private constructor(versions: ReadonlyMap<number, string>) {
    this.#versions = versions;
  }

  static fromJson(text: string): ServiceSecret {
    const parsed: unknown = JSON.parse(text);
    const entries = Object.entries(parsed as Record<string, unknown>).flatMap(([version, value]) =>
      /^[1-9][0-9]*$/.test(version) && typeof value === 'string' && value.length >= 32 ? [[Number(version), value] as const] : [],
    );
    if (entries.length === 0) throw new Error('the service secret holds no version of at least 32 characters');
    return new ServiceSecret(new Map(entries));
  }

  /** The tag of the current version: what is made now. */
  sign(purpose: SecretPurpose, message: string): Buffer {
    return this.#hmac(purpose, Math.max(...this.#versions.keys()), message);
  }

  /** The tags of every version: what was made earlier must still be recognised. */
  signAll(purpose: SecretPurpose, message: string): Buffer[] {
    return [...this.#versions.keys()].map((version) => this.#hmac(purpose, version, message));
  }

  #hmac(purpose: SecretPurpose, version: number, message: string): Buffer {
    const key = Buffer.from(hkdfSync('sha256', this.#versions.get(version) ?? '', '', purpose, 32));
    return createHmac('sha256', key).update(message).digest();
  }
}
