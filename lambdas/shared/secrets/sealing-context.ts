import { SEALING_CONTEXT } from '../../../contract/stack/environment.ts';

/** Identifies the sealed data: KMS logs it, and refuses to decrypt the data key with any other. Never a secret. */
export type SealingContext = Record<string, string>;

/** The context of a domain's private key: a key copied to another organization or domain cannot be decrypted there. */
export function domainContext(organizationId: string, domainId: number): SealingContext {
  return { [SEALING_CONTEXT.organization]: organizationId, [SEALING_CONTEXT.domain]: String(domainId) };
}

export function webhookContext(organizationId: string, webhookId: number): SealingContext {
  return { [SEALING_CONTEXT.organization]: organizationId, [SEALING_CONTEXT.webhook]: String(webhookId) };
}
