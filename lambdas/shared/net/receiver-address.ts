import { receiverTarget, targetAddress } from './receiver-target.ts';
import type { Resolve } from './resolve.ts';

/** What is wrong with an address that is being registered, and what is likely to go wrong with it. */
export interface ReceiverCheck {
  problems: string[];
  warnings: string[];
}

/**
 * Looks where a URL leads now. That is a kindness to whoever registers it: DNS may say something else later, so each
 * request looks again (http-post.gateway.ts). A name without an address is no problem: it may get one. `look` bounds the time.
 */
export async function receiverProblems(url: string, resolve: Resolve, rules: { allowLoopback: boolean }): Promise<ReceiverCheck> {
  const target = receiverTarget(url);
  const found = await targetAddress(resolve, target, rules);
  if (found.kind === 'address') return { problems: [], warnings: [] };
  if (found.cause === 'refused-address') return { problems: [found.reason], warnings: [] };
  return { problems: [], warnings: [`${target.host} has no address (IPv4) at the moment; deliveries will fail until it has.`] };
}
