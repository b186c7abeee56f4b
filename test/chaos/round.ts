import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Integrator } from './integrator.ts';
import type { Target, Victim } from './victims.ts';

/** The victim is killed when this number of domains is served: the others are at all steps before. */
const SERVED_BEFORE = 3;
const POLL_EVERY_MS = 1_000;

export interface Round {
  victim: Victim;
  /** Acknowledged with 201. */
  hostnames: string[];
  active: Set<string>;
  /** Number of domains that were not served yet when the victim was killed. */
  underWay: number;
  /** Time from the kill until all were served. */
  seconds: number;
}

/** Creates domains, kills the victim meanwhile, and waits until all are served or for the time-out. */
export async function playRound(
  victim: Victim,
  issuances: number,
  patienceSeconds: number,
  us: Integrator,
  target: Target,
): Promise<Round> {
  const prefix = `${victim.name}-${randomBytes(3).toString('hex')}`;
  const hostnames = Array.from({ length: issuances }, (_, n) => `${prefix}-${n}.customer.test`);
  for (const hostname of hostnames) await target.cloud.dns.set(hostname, 'CNAME', [target.cloud.connection.cname_target]);
  await Promise.all(hostnames.map((hostname) => us.createDomain(hostname)));
  const served = async () => new Set((await us.newestDomains(issuances)).filter(isServed).map(({ url }) => url));
  const until = async (enough: number, end: number) => {
    for (;;) {
      const active = await served();
      if (active.size >= enough || Date.now() > end) return active;
      await sleep(POLL_EVERY_MS);
    }
  };
  const before = await until(SERVED_BEFORE, Date.now() + patienceSeconds * 1000);
  const struckAt = Date.now();
  await victim.strike(target);
  const active = await until(issuances, struckAt + patienceSeconds * 1000);
  return { victim, hostnames, active, underWay: issuances - before.size, seconds: (Date.now() - struckAt) / 1000 };
}

function isServed({ dns_status, ssl_status }: { dns_status: string; ssl_status: string }): boolean {
  return dns_status === 'validated' && ssl_status === 'active';
}
