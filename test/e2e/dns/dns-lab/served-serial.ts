import { setTimeout as sleep } from 'node:timers/promises';
import { dnsResolver } from '../../../../lambdas/dns/wire/resolver.gateway.ts';

const SEEN_WITHIN_MS = 300;
const POLL_EVERY_MS = 20;
const PATIENCE_MS = 5_000;

/**
 * Throws unless a server has the zone with this or a later serial. The query is for a name without an address: the negative
 * answer contains the SOA, also through a resolver.
 */
export async function requireSerial(server: string, missingName: string, serial: number): Promise<void> {
  const limits = { tryMs: SEEN_WITHIN_MS, totalMs: SEEN_WITHIN_MS };
  const { authority = [], rcode } = await dnsResolver({ nameServers: [server], ...limits })(missingName, 'A');
  const served = Number(authority.find(({ type }) => type === 'SOA')?.value.split(' ')[2]);
  if (!(served >= serial)) throw new Error(`${server} answers ${rcode ?? 'nothing'} with serial ${served} about ${missingName}`);
}

/** Throws unless a resolver answers NXDOMAIN for a missing name. */
export async function requireAnswer(resolver: string, missingName: string): Promise<void> {
  const limits = { tryMs: SEEN_WITHIN_MS, totalMs: SEEN_WITHIN_MS };
  const { kind, rcode } = await dnsResolver({ nameServers: [resolver], ...limits })(missingName, 'A');
  if (kind !== 'nxdomain') throw new Error(`${resolver} answers ${rcode ?? 'nothing'} about ${missingName}`);
}

export async function untilSerial(server: string, missingName: string, serial: number): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await requireSerial(server, missingName, serial);
    } catch (error) {
      if (Date.now() > end) throw error;
    }
    await sleep(POLL_EVERY_MS);
  }
}
