import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import type { NextStep, StepName } from '../../../../contract/stack/steps.ts';
import { sweepShard } from '../../../../lambdas/jobs/sweep/sweep.ts';
import { domainItem, domainOf } from '../../../../lambdas/model/domains/domain-item.ts';
import type { Domain } from '../../../../lambdas/model/domains/domain-row.schema.ts';
import { scanShard } from '../../../../lambdas/renewal-scan/scan-shard.ts';
import { DUE_SHARDS, keys, shardOf } from '../../../../lambdas/shared/table/keys.ts';
import { aDomain, HOUR, iso, issued, NOW, SECOND, served, timings } from '../../a-domain.ts';
import { machine, rowOf } from '../../agent-api/an-agent.ts';
import { clock, DOMAIN_ID, itemsUnder, serverItem, tableHolds } from '../../api/api-caller.ts';
import { claimItem } from '../../api/domains/a-creation.ts';
import { scanPorts } from '../../renewal-scan/scan-ports.ts';
import { aCertificate } from '../../steps/issuance/a-certificate.ts';
import { InMemoryCa } from '../../steps/issuance/in-memory-ca.ts';
import { openRenewal, renewalSteps, SEALED } from './renewal-steps.ts';

const DAY = 24 * HOUR;
const { privateKey: key, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
const HOSTNAME = 'shop.customer.com';
const LABELS = ['', 'abcdefghijklmnop', 'secondsecondseco'];
/** A served domain whose renewal is due. Steps, scan and sweep are real and share one table, with a CA, two servers and DNS. */
export class ARenewingDomain {
  readonly ca = new InMemoryCa();
  readonly items: ReturnType<typeof tableHolds>;
  readonly former = aCertificate({ hostname: HOSTNAME, publicKey, signedWith: key, validity: [NOW, new Date(iso(90 * DAY))] });
  /** The server that DNS points to, and the servers whose machines run. */
  dnsLeadsTo = 1;
  running = [1, 2];
  /** Fingerprints for which servers refuse the handshake. */
  refuses: (fingerprintSha256: string) => boolean = () => false;
  /** Times at which visitors did not get a certificate of this domain. */
  readonly unserved: string[] = [];
  readonly events: { event: string; at: string }[] = [];
  readonly #shown = new Map<number, string>();
  readonly #begun = new Set<unknown>();
  #executions: { step: NextStep; attempt: number; atMs: number }[] = [];
  #scanAtMs: number;
  readonly #ports = openRenewal(this.ca, {
    shows: (connectTo) => this.#shows(connectTo),
    leadsTo: (serverId) => serverId === this.dnsLeadsTo,
    isReached: () => this.running.includes(this.dnsLeadsTo),
  });
  readonly #steps = renewalSteps(this.#ports);

  constructor(beginsOnDay = 60) {
    const fingerprintSha256 = new X509Certificate(this.former).fingerprint256.replaceAll(':', '').toLowerCase();
    const facts = { ...issued, fingerprintSha256 };
    const row = aDomain('active', {
      ...served,
      served: { certificate: facts, renewAt: iso(60 * DAY) },
      cname: { everValidated: true },
    });
    const place = { organizationId: 'org_A', serverId: 1, hostname: HOSTNAME, domainId: DOMAIN_ID, attempt: 1 };
    const present = {
      ...place,
      state: 'present',
      facts,
      chainPem: this.former,
      sealedKey: SEALED,
      handshakes: {},
      announcedAt: iso(0),
    };
    const servers = [serverItem(1), serverItem(2, LABELS[2])];
    this.items = tableHolds(
      domainItem(row as Domain),
      ...servers.flatMap((server) => [{ ...server, machineCount: 1 }, rowOf(machine, server)]),
      { ...keys.certificate('org_A', 1, HOSTNAME), ...present },
      { ...keys.watch(DOMAIN_ID), domainId: DOMAIN_ID, fingerprintSha256, servedAt: iso((beginsOnDay - 0.5) * DAY) },
      claimItem({ organizationId: 'org_A', domainId: DOMAIN_ID, validatedAt: iso(0) }),
    );
    clock.now = new Date(iso(beginsOnDay * DAY));
    this.#scanAtMs = clock.now.getTime();
    this.ca.validity = () => [clock.now, new Date(clock.now.getTime() + 90 * DAY)];
  }

  get row(): Domain | undefined {
    const item = this.items.get(`DOMAIN#${DOMAIN_ID}|DOMAIN`);
    return item && domainOf(item);
  }

  /** Ids of the servers with a certificate of the domain. */
  copies(): number[] {
    return itemsUnder(this.items, 'SERVER#').flatMap(({ state, serverId }) => (state === 'present' ? [Number(serverId)] : []));
  }

  /** Advances time until the condition holds, with a scan and a sweep every 15 minutes. */
  async until(isReached: () => boolean, withinDays = 3): Promise<void> {
    const end = clock.now.getTime() + withinDays * DAY;
    while (!isReached()) {
      if (clock.now.getTime() > end) throw new Error(`not reached: ${JSON.stringify(this.row)}`);
      await this.#next();
    }
  }

  async forDays(days: number): Promise<void> {
    const end = clock.now.getTime() + days * DAY;
    await this.until(() => clock.now.getTime() >= end, days + 1);
  }

  async #next(): Promise<void> {
    this.#relay();
    const [next] = this.#executions.toSorted((a, b) => a.atMs - b.atMs);
    clock.now = new Date(Math.max(clock.now.getTime(), Math.min(next?.atMs ?? Number.POSITIVE_INFINITY, this.#scanAtMs)));
    await this.#agents();
    this.#visit();
    if (next && next.atMs <= this.#scanAtMs) return this.#run(next);
    this.#scanAtMs += HOUR / 4;
    const claims = { validatedWrite: () => ({}) };
    const ports = scanPorts({}, { claims, lookAtDomain: async () => ({}) as never, timings });
    const [shard, endsAt] = [shardOf(DOMAIN_ID, DUE_SHARDS), new Date(clock.now.getTime() + HOUR)];
    const { failures } = await scanShard(shard, 10, ports, endsAt);
    const swept = await sweepShard(shard, ports, endsAt);
    if (failures.length + swept.failures.length > 0)
      throw new AggregateError([...failures, ...swept.failures], 'the scan or the sweep has failed');
  }

  async #run(execution: { step: NextStep; attempt: number; atMs: number }): Promise<void> {
    this.#executions = this.#executions.filter((one) => one !== execution);
    this.ca.validate();
    this.ca.issue();
    const { next, waitSeconds } = await this.#steps[execution.step as StepName]({
      domainId: DOMAIN_ID,
      attempt: execution.attempt,
      timings,
      epoch: 0,
    });
    if (next === 'done') return;
    this.#executions.push({ ...execution, step: next, atMs: clock.now.getTime() + (waitSeconds + 1) * SECOND });
  }

  #relay(): void {
    for (const { id, kind, step, attempt, event, createdAt } of itemsUnder(this.items, 'OUTBOX#').toSorted((a, b) =>
      String(a.id) < String(b.id) ? -1 : 1,
    )) {
      if (this.#begun.has(id)) continue;
      this.#begun.add(id);
      if (kind === 'event') this.events.push({ event: String(event), at: String(createdAt) });
      else this.#executions.push({ step: step as NextStep, attempt: Number(attempt), atMs: clock.now.getTime() });
    }
  }

  /** Each running machine serves its server's certificate and reports it. */
  async #agents(): Promise<void> {
    for (const serverId of this.running) {
      const found = await this.#ports.certificates.get('org_A', serverId, HOSTNAME);
      if (found?.state !== 'present') this.#shown.delete(serverId);
      else if (found.announcedAt !== undefined) {
        this.#shown.set(serverId, found.facts.fingerprintSha256);
        const { fingerprintSha256 } = found.facts;
        const seen = this.refuses(fingerprintSha256) ? 'error:EPROTO' : `sha256:${fingerprintSha256}`;
        await this.#ports.certificates.recordHandshake(found, 'mch_1', seen, clock.now);
      }
    }
  }

  /** Records the time if a visitor who follows DNS gets no certificate. */
  #visit(): void {
    const isDeleted = this.row === undefined || this.row.phase === 'removing';
    if (!isDeleted && this.running.includes(this.dnsLeadsTo) && !this.#shown.has(this.dnsLeadsTo))
      this.unserved.push(clock.now.toISOString());
  }

  /** The certificate served at this target or, without one, at the server that DNS points to. */
  #shows(connectTo: string | undefined): string | undefined {
    const at =
      connectTo === undefined ? this.dnsLeadsTo : LABELS.findIndex((label) => label !== '' && connectTo.startsWith(label));
    const shown = this.running.includes(at) ? this.#shown.get(at) : undefined;
    return shown !== undefined && this.refuses(shown) ? 'refused' : shown;
  }
}
