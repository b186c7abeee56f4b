import { setTimeout as sleep } from 'node:timers/promises';
import type { DnsClient } from '../../local/dns-client.ts';
import type { Integrator } from '../chaos/integrator.ts';
import type { Case } from './cases.ts';
import type { SecondServer } from './second-server.ts';

export interface LifePorts {
  us: Integrator;
  dns: Pick<DnsClient, 'set'>;
  cnameTarget: string;
  secondServer: () => Promise<SecondServer>;
  /** Whether the table has no row of the domain any more. */
  isGone: (domainId: number) => Promise<boolean>;
  /** What is not well so long after it was asked for is lost. */
  patienceSeconds: number;
}

interface Chapter {
  title: string;
  /** Asks for what is to come of it. */
  begin(domain: { id: number; hostname: string }, ports: LifePorts): Promise<void>;
  isWell(id: number, ports: LifePorts): Promise<boolean>;
}

/** In this order, until the fault was met: a step that has its turn late in a life meets it there. */
const CHAPTERS: readonly Chapter[] = [
  { title: 'served', begin: async () => {}, isWell: (id, { us }) => us.isServed(id) },
  { title: 'moved', begin: moved, isWell: async (id, { us }) => isSettled(await us.domain(id)) },
  {
    title: 'revoked',
    begin: ({ id }, { us }) => us.revokeCertificate(id),
    isWell: async (id, { us }) => (await us.isServed(id)) && (await us.eventTypes(id)).includes('certificate.revoked'),
  },
  { title: 'removed', begin: ({ id }, { us }) => us.deleteDomain(id), isWell: (id, { isGone }) => isGone(id) },
];

const POLL_EVERY_MS = 1_000;

/** Lives until it has met its fault and come through, or something of it is lost. */
export async function live(played: Case, ports: LifePorts): Promise<void> {
  const { hostname } = played;
  const beganAt = Date.now();
  played.hasBegun = true;
  played.fault.before?.();
  await ports.dns.set(hostname, 'CNAME', [ports.cnameTarget]);
  const id = await ports.us.createDomain(hostname);
  for (const { title, begin, isWell } of CHAPTERS) {
    await begin({ id, hostname }, ports);
    played.lived = title;
    played.isWell = await inTime(() => isWell(id, ports), ports.patienceSeconds);
    played.seconds = Math.round((Date.now() - beganAt) / 1000);
    if (played.met > 0 || !played.isWell) return;
  }
}

async function inTime(isReached: () => Promise<boolean>, seconds: number): Promise<boolean> {
  for (const end = Date.now() + seconds * 1000; Date.now() < end; await sleep(POLL_EVERY_MS)) if (await isReached()) return true;
  return false;
}

/** First the certificate goes to the other server, and then the CNAME. */
async function moved({ id, hostname }: { id: number; hostname: string }, ports: LifePorts): Promise<void> {
  const { us, dns, secondServer, patienceSeconds } = ports;
  const { id: serverId, cnameTarget } = await secondServer();
  await us.moveDomain(id, serverId);
  await inTime(async () => (await us.domain(id))?.move?.state === 'awaiting_dns', patienceSeconds);
  await dns.set(hostname, 'CNAME', [cnameTarget]);
}

function isSettled(domain: Awaited<ReturnType<Integrator['domain']>>): boolean {
  return domain !== undefined && domain.move === undefined && domain.diagnosis.code === 'ok';
}
