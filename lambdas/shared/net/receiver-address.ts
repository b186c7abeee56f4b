import { receiverTarget, targetAddress } from './receiver-target.ts';
import type { Resolve } from './resolve.ts';

/** The problems of a URL that is being registered, and likely future ones. */
export interface ReceiverCheck {
  problems: string[];
  warnings: string[];
}

/**
 * Checks where a URL leads now. This only helps its owner: DNS may change later, so each request checks again
 * (http-post.gateway.ts). A name without an address is no problem: it may get one. `resolve` limits the time.
 */
export async function receiverProblems(url: string, resolve: Resolve, rules: { allowLoopback: boolean }): Promise<ReceiverCheck> {
  const target = receiverTarget(url);
  const found = await targetAddress(resolve, target, rules);
  if (found.kind === 'address') return { problems: [], warnings: [] };
  if (found.cause === 'refused-address') return { problems: [found.reason], warnings: [] };
  return { problems: [], warnings: [`${target.host} has no address (IPv4) at the moment; deliveries will fail until it has.`] };
}
