import { setTimeout as sleep } from 'node:timers/promises';
import type { DomainResource } from '../../lambdas/model/domains/domain-resource.ts';
import { newHostname } from '../machine/new-hostname.ts';
import { type Visit, type VisitorsPorts, visitors } from './visitors.ts';

export interface MovePorts extends VisitorsPorts {
  address: string;
  cnameTarget: string;
  dns: { set(name: string, type: string, values: string[]): Promise<void> };
  /** Answer of `POST /api/domains` with `"validation": "dns"`. */
  register(hostname: string): Promise<DomainResource>;
  /** `POST /api/domains/{id}/check`. */
  check(domain: DomainResource): Promise<unknown>;
  waitFor(domain: DomainResource, what: string, isReached: (domain: DomainResource) => boolean): Promise<DomainResource>;
  tell(what: string, how: string): void;
}

/** What visitors of a site experienced during its move. */
export interface MoveReport {
  active: DomainResource;
  made: number;
  /** The reason of each failed visit. */
  failed: string[];
  /** Visits that got the other edge's certificate, and ours. */
  byOther: number;
  byUs: number;
  /** Visits begun after the CNAME change that got any certificate but ours. */
  lateByOther: number;
}

const VISITS_PER_SECOND = 20;
const QUIET_MS = 2_000;

/** Moves a live site from another edge to us, as in docs/guides/moving-a-live-site.md, with constant visits. */
export async function moveLiveSite(hostname: string, ports: MovePorts): Promise<MoveReport> {
  const { dns, tell, waitFor, cnameTarget } = ports;
  const elsewhere = `edge.${newHostname()}`;
  await dns.set(elsewhere, 'A', [ports.address]);
  await dns.set(hostname, 'CNAME', [elsewhere]);
  const { visit, startVisits: come } = visitors(ports);
  const first = await visit(hostname); // makes the other edge obtain its certificate
  if (first.failed !== undefined) throw new Error(`the other edge does not serve ${hostname}: ${first.failed}`);
  tell('a live site', `${hostname} CNAME ${elsewhere}: another edge, at ${ports.address}`);
  tell('certificate served', `${first.fingerprintSha256}, the other edge’s own`);
  const coming = come(VISITS_PER_SECOND, () => hostname);
  tell('visitors', `${VISITS_PER_SECOND} new TLS connections a second from now on, each with a look at the DNS`);
  let movedAt = Number.POSITIVE_INFINITY;
  let active: DomainResource;
  let visits: Visit[];
  try {
    await sleep(QUIET_MS);
    active = await move();
    await sleep(QUIET_MS);
  } finally {
    visits = await coming.stop();
  }
  return { active, ...tallyOf(visits, movedAt, active.certificate?.fingerprint_sha256) };

  async function move(): Promise<DomainResource> {
    tell('the integrator registers', `${hostname}, with "validation": "dns"`);
    const created = await ports.register(hostname);
    const undone = await waitFor(created, 'a diagnosis', ({ diagnosis }) => diagnosis.reason === 'validation_missing');
    tell('the exact fix', undone.diagnosis.fix.text);
    const record = undone.dns_records.find(({ purpose }) => purpose === 'validation');
    if (record === undefined) throw new Error('there is no record for the validation');
    await dns.set(record.name, 'CNAME', [record.value]);
    tell('the customer sets', `${record.name} CNAME ${record.value}`);
    const ready = await waitFor(undone, 'the certificate', ({ diagnosis }) => diagnosis.code === 'ready_to_switch');
    const { fingerprintSha256 } = await visit(hostname, cnameTarget);
    tell('our server has already', `${fingerprintSha256}, which no visitor has seen yet`);
    tell('the exact fix', ready.diagnosis.fix.text);
    await dns.set(hostname, 'CNAME', [cnameTarget]);
    movedAt = performance.now();
    tell('the customer sets', `${hostname} CNAME ${cnameTarget}`);
    await ports.check(ready);
    return waitFor(ready, 'HTTPS', ({ dns_status, ssl_status }) => dns_status === 'validated' && ssl_status === 'active');
  }
}

function tallyOf(visits: readonly Visit[], movedAt: number, ours: string | undefined): Omit<MoveReport, 'active'> {
  const answered = visits.filter(({ failed }) => failed === undefined);
  const byOther = answered.filter(({ fingerprintSha256 }) => fingerprintSha256 !== ours);
  return {
    made: visits.length,
    failed: visits.map(({ failed }) => failed).filter((reason) => reason !== undefined),
    byOther: byOther.length,
    byUs: answered.length - byOther.length,
    lateByOther: byOther.filter(({ at }) => at >= movedAt).length,
  };
}
