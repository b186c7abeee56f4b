import { createHmac } from 'node:crypto';

const ENCODED = 'whsec_';

/** An event of the log. Its name may be from a later version. */
export interface LoggedEvent {
  id: string;
  event: string;
  created_at: string;
  data: Record<string, unknown>;
}

/** The headers of a delivery (docs/guides/webhooks.md, "What arrives"). `at`: time of the attempt in milliseconds. */
export function deliveryHeaders({ id, event }: LoggedEvent, body: string, secret: string, at: number): Record<string, string> {
  const seconds = String(Math.floor(at / 1000));
  const key = secret.startsWith(ENCODED) ? Buffer.from(secret.slice(ENCODED.length), 'base64') : Buffer.from(secret);
  return {
    'content-type': 'application/json',
    'user-agent': 'certificate-provisioning-service (webhooks)',
    'x-service-signature': `sha256=${hmac(Buffer.from(secret), body, 'hex')}`,
    'webhook-id': id,
    'webhook-timestamp': seconds,
    'webhook-signature': `v1,${hmac(key, `${id}.${seconds}.${body}`, 'base64')}`,
    'x-service-event': event,
    'x-service-delivery': id.replace(/^evt_/, 'dlv_'),
    'x-service-attempt': '1',
  };
}

/** Constant for a key, so a receiver's environment variable stays valid. It reveals nothing about the key. */
export function listenerSecretOf(apiKey: string): string {
  return ENCODED + hmac(Buffer.from(apiKey), 'cps listen', 'base64');
}

function hmac(key: Buffer, text: string, encoding: 'hex' | 'base64'): string {
  return createHmac('sha256', key).update(text).digest(encoding);
}
