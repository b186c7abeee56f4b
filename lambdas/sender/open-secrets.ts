import type { Webhook } from '../model/webhooks/webhook.schema.ts';
import { BoundedMap } from '../shared/memory/bounded-map.ts';
import type { Sealed } from '../shared/secrets/sealed.schema.ts';
import type { SigningSecrets } from './sign-delivery.ts';

/** Opens what was sealed for a webhook: one request to KMS. */
export type OpenSealedSecret = (organizationId: string, webhookId: number, sealed: Sealed) => Promise<string>;
export type OpenSecrets = (webhook: Webhook, now: Date) => Promise<SigningSecrets>;

/** KMS takes money and milliseconds for each: the secrets of so many busy webhooks stay open in the memory of a process. */
const MOST_OPEN = 100;

/** The secrets that sign a webhook's deliveries now: both while the overlap of a rotation lasts. */
export function openSecrets(open: OpenSealedSecret): OpenSecrets {
  const cache = new BoundedMap<string, Promise<string>>(MOST_OPEN);

  function opened({ organizationId, id }: Webhook, sealed: Sealed): Promise<string> {
    const name = `${organizationId}/${id}/${sealed.iv}${sealed.ciphertext}`;
    const secret = cache.get(name) ?? open(organizationId, id, sealed);
    cache.set(name, secret); // the last used is the last to go
    secret.catch(() => cache.delete(name));
    return secret;
  }

  return async (webhook, now) => {
    const { secret, previousSecret } = webhook;
    const former = previousSecret && previousSecret.endsAt > now.toISOString() ? previousSecret.sealed : undefined;
    const [current, previous] = await Promise.all([opened(webhook, secret), former && opened(webhook, former)]);
    return { current, ...(previous !== undefined && { previous }) };
  };
}
