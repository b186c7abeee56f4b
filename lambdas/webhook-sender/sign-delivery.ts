import { createHmac } from 'node:crypto';
import { BoundedMap } from '../../contract/bounded-map.ts';
import { standardKeyOf } from '../model/webhooks/secret-warnings.ts';
import type { Webhook } from '../model/webhooks/webhook.schema.ts';
import type { Sealed } from '../shared/secrets/sealed.schema.ts';

/** Plain text. `previous` only during a rotation's overlap. */
export interface SigningSecrets {
  current: string;
  previous?: string;
}

/** Decrypts a webhook's sealed secret with one KMS request. */
export type OpenSealedSecret = (organizationId: string, webhookId: number, sealed: Sealed) => Promise<string>;
export type OpenSecrets = (webhook: Webhook, now: Date) => Promise<SigningSecrets>;

/** Webhooks whose decrypted secrets a process caches: each KMS call costs money and milliseconds. */
const MAX_OPEN = 100;

/** The secrets that sign a webhook's deliveries now: both during a rotation's overlap. */
export function openSecrets(open: OpenSealedSecret): OpenSecrets {
  const cache = new BoundedMap<string, Promise<string>>(MAX_OPEN);

  function openSecret({ organizationId, id }: Webhook, sealed: Sealed): Promise<string> {
    const name = `${organizationId}/${id}/${sealed.iv}${sealed.ciphertext}`;
    const secret = cache.get(name) ?? open(organizationId, id, sealed);
    cache.set(name, secret); // the last used is evicted last
    secret.catch(() => cache.delete(name));
    return secret;
  }

  return async (webhook, now) => {
    const { secret, previousSecret } = webhook;
    const former = previousSecret && previousSecret.endsAt > now.toISOString() ? previousSecret.sealed : undefined;
    const [current, previous] = await Promise.all([openSecret(webhook, secret), former && openSecret(webhook, former)]);
    return { current, ...(previous !== undefined && { previous }) };
  };
}

/**
 * The headers by which a receiver verifies the sender and the body, in two ways: `x-service-signature` (the service's
 * specification, 6.2), and Standard Webhooks
 * (https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md). `at`: the time of the attempt.
 */
export function signatureHeaders(
  eventId: string,
  body: string,
  { current, previous }: SigningSecrets,
  at: Date,
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const newestFirst = previous === undefined ? [current] : [current, previous];
  const standard = newestFirst.map((secret) => `v1,${hmac(standardKey(secret), `${eventId}.${timestamp}.${body}`, 'base64')}`);
  return {
    // A receiver that knows only one secret knows the old one until the overlap ends.
    'x-service-signature': ownSignature(previous ?? current, body),
    ...(previous !== undefined && { 'x-service-signature-next': ownSignature(current, body) }),
    'webhook-id': eventId,
    'webhook-timestamp': timestamp,
    'webhook-signature': standard.join(' '),
  };
}

/** The key is the whole secret as given, prefix included, so that receivers need not parse it. */
function ownSignature(secret: string, body: string): string {
  return `sha256=${hmac(Buffer.from(secret), body, 'hex')}`;
}

/** Text that only looks like base64 is a key as it is: decoded, it could be an empty one. */
function standardKey(secret: string): Buffer {
  return standardKeyOf(secret) ?? Buffer.from(secret);
}

function hmac(key: Buffer, text: string, encoding: 'hex' | 'base64'): string {
  return createHmac('sha256', key).update(text).digest(encoding);
}
