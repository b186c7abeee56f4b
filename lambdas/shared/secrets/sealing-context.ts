import { SEALING_CONTEXT } from '../../../contract/stack/environment.ts';

/** Names what is sealed: KMS logs it, and refuses to open the data key under any other. Never a secret. */
export type SealingContext = Record<string, string>;

/** The context of a domain's private key: a key copied to another organization or domain does not open there. */
export function domainContext(organizationId: string, domainId: number): SealingContext {
  return { [SEALING_CONTEXT.organization]: organizationId, [SEALING_CONTEXT.domain]: String(domainId) };
}

/** The context of the secret that signs a webhook's deliveries. */
export function webhookContext(organizationId: string, webhookId: number): SealingContext {
  return { [SEALING_CONTEXT.organization]: organizationId, [SEALING_CONTEXT.webhook]: String(webhookId) };
}
