import { createHash, createHmac } from 'node:crypto';

type Secret = string | ArrayBuffer | ArrayBufferView;

class NodeChecksum {
  readonly digestLength: number;
  readonly #make: () => { update(data: Uint8Array): unknown; digest(): Buffer; copy?(): { digest(): Buffer } };
  #hash;

  constructor(algorithm: 'sha256' | 'md5', digestLength: number, secret?: Secret) {
    this.digestLength = digestLength;
    this.#make = () => (secret === undefined ? createHash(algorithm) : createHmac(algorithm, keyOf(secret)));
    this.#hash = this.#make();
  }

  update(data: Uint8Array): void {
    this.#hash.update(data);
  }

  /** A hash without a secret may be extended after its digest. */
  async digest(): Promise<Uint8Array> {
    return new Uint8Array((this.#hash.copy?.() ?? this.#hash).digest());
  }

  reset(): void {
    this.#hash = this.#make();
  }
}

/**
 * Replaces `@smithy/core/checksum` in every bundle (bundle.ts): the SDK's clients sign with Sha256, and SQS compares bodies with
 * Md5. The SDK's own classes carry implementations for platforms without them: 4 kB never used.
 */
export class Sha256 extends NodeChecksum {
  constructor(secret?: Secret) {
    super('sha256', 32, secret);
  }
}
export class Md5 extends NodeChecksum {
  constructor() {
    super('md5', 16);
  }
}

function keyOf(secret: Secret): string | Uint8Array {
  if (typeof secret === 'string') return secret;
  return ArrayBuffer.isView(secret)
    ? new Uint8Array(secret.buffer, secret.byteOffset, secret.byteLength)
    : new Uint8Array(secret);
}
