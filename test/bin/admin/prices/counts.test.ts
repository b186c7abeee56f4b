import { describe, expect, it } from 'vitest';
import { CHALLENGES_OF_AN_ORDER, COUNTS, EVENTS_OF_A_RENEWAL, lambdaRuns } from '../../../../bin/admin/prices/counts.ts';
import { encodeCursor, initialCursor, listChanges } from '../../../../lambdas/agent-api/list-changes.ts';
import { getDomain } from '../../../../lambdas/api/domains/get-domain.ts';
import { computeReportDays } from '../../../../lambdas/jobs/reconciliation/report-days.ts';
import { sweepServers } from '../../../../lambdas/jobs/sweep/sweep-servers.ts';
import { requestRenewal } from '../../../../lambdas/lifecycle/requests/domain-requests.ts';
import { domainItem } from '../../../../lambdas/model/domains/domain-item.ts';
import type { ServerStore } from '../../../../lambdas/model/servers/server.store.ts';
import { visitDomain } from '../../../../lambdas/renewal-scan/daily-checks/visit-domain.ts';
import { visitShard } from '../../../../lambdas/renewal-scan/daily-checks/visit-shard.ts';
import { DUE_SHARDS, dueServersOf, keys } from '../../../../lambdas/shared/table/keys.ts';
import { openJobs } from '../../../../lambdas/wiring/jobs.wiring.ts';
import { lazily } from '../../../../lambdas/wiring/lazily.ts';
import { aDomain, HOUR, issued, later, NOW, SECOND, timings } from '../../../lambdas/a-domain.ts';
import { agentPorts } from '../../../lambdas/agent-api/agent-ports.ts';
import { machine, rowOf, server } from '../../../lambdas/agent-api/an-agent.ts';
import { apiCaller, DOMAIN_ID, keyItem, limitsItem, opened, portsOf } from '../../../lambdas/api/api-caller.ts';
import { logItem } from '../../../lambdas/model/events/an-event.ts';
import { domainEvent } from '../../../lambdas/model/reports/a-report.ts';
import { scanPorts } from '../../../lambdas/renewal-scan/scan-ports.ts';
import { ACountedDomain } from './a-counted-domain.ts';
import { byteMonths, meteredTable } from './metered-table.ts';

/** The installing machine fetches and reports. */
const CALLS_OF_THE_AGENT = 2;

/** Units that the world has used since `before`, with those of the API's entry points. */
function counted(world: ACountedDomain, before = { readUnit: 0, writeUnit: 0, batches: 0 }) {
  const { readUnit, writeUnit } = world.metered.used;
  return {
    readUnit: readUnit - before.readUnit,
    writeUnit: writeUnit - before.writeUnit,
    batches: world.stream.relayed.batches - before.batches,
  };
}

const ofACertificate = (world: ACountedDomain, before?: Parameters<typeof counted>[1]) => {
  const { batches, ...units } = counted(world, before);
  return {
    ...units,
    ...lambdaRuns(world.runs, CHALLENGES_OF_AN_ORDER + CALLS_OF_THE_AGENT + batches),
    httpRequest: CHALLENGES_OF_AN_ORDER + CALLS_OF_THE_AGENT,
    // The key is sealed once, and opened for one machine.
    kmsRequest: 2,
  };
};

/** A poll without news. Returns the seconds until the next poll. */
async function pollQuietly(servers: ServerStore, now: Date, jitter: number): Promise<number> {
  const caller = (await servers.getMachine('org_A', 1, 'mch_1', { mayLag: true })) ?? expect.fail('no machine');
  const ports = agentPorts({ jitter: () => jitter }, { servers });
  const since = encodeCursor({ ...initialCursor, revision: caller.server.revision });
  const signed = { ...caller, signature: { id: 'once', signedAt: now } };
  return (await listChanges(signed, { since }, ports, now)).poll_after_seconds;
}

const call = apiCaller(opened([getDomain]));
const getADomain = (id: number) => call({ method: 'GET', path: `/api/domains/${id}` });

/** Concurrent renewals. */
const RENEWED = 100;
/** Domains of one shard. */
const VISITED = 100;

/** Certificates' signatures differ in length by a byte or two, which can add a unit at the edge of a kilobyte. */
const MAX_OFF = 3;

/** Equal but for a few units of the table. */
function expectAbout<Counted extends { writeUnit: number }>(found: Counted, expected: NoInfer<Counted>): void {
  expect(Math.abs(found.writeUnit - expected.writeUnit)).toBeLessThanOrEqual(MAX_OFF);
  expect({ ...found, writeUnit: 0 }).toEqual({ ...expected, writeUnit: 0 });
}

/** Checks that the documented number is not exceeded, and used to at least 90 %. */
function expectNearly(found: number, said: number): void {
  expect(found).toBeLessThanOrEqual(said);
  expect(found).toBeGreaterThan(said * 0.9);
}

describe('the counts behind the prices', () => {
  it('are the requests of a first issuance and of a renewal: a renewal takes at most 15 state transitions, and 10 requests to the CA beside its directory', async () => {
    const world = new ACountedDomain();
    const { id } = await world.create();
    await world.go('check-dns', id);
    expect((await world.row(id)).phase).toBe('active');
    expectAbout({ ...ofACertificate(world), stateTransition: world.transitions }, COUNTS.firstIssuance);
    await world.stream.deliverAll(world.now);

    const before = { ...world.metered.used, ...world.stream.relayed };
    const known = new Set(world.metered.items.keys());
    Object.assign(world, { runs: 0, transitions: 0 });
    world.ca.requests.length = 0;
    world.now = new Date(world.now.getTime() + 60 * 24 * HOUR);
    const row = await world.row(id);
    const requested = requestRenewal(row, { now: world.now, timings });
    if (requested.kind !== 'changed') throw new Error(requested.kind);
    await world.replace(row, requested.domain);
    const begun = world.now.getTime();
    await world.go('prepare-issuance', id);
    expect((await world.row(id)).phase).toBe('active');
    const express = { expressRequest: 1, expressSeconds: COUNTS.renewal.expressSeconds };
    expectAbout({ ...ofACertificate(world, before), ...express }, COUNTS.renewal);
    expectNearly((world.now.getTime() - begun) / SECOND, COUNTS.renewal.expressSeconds);
    expect(world.transitions).toBe(COUNTS.handedOver.stateTransition);
    expect(COUNTS.handedOver.stateTransition).toBeLessThanOrEqual(15);
    // Each process caches the directory.
    const ofTheOrder = world.ca.requests.filter((request) => request !== 'GET /dir');
    expect(ofTheOrder.length).toBeLessThanOrEqual(10);
    expect(world.stream.relayed.events - before.events).toBe(EVENTS_OF_A_RENEWAL);
    const { deliveries, used } = await world.stream.deliverAll(world.now);
    expect(deliveries).toBe(EVENTS_OF_A_RENEWAL);
    expectNearly(used.writeUnit / deliveries, COUNTS.delivery.writeUnit);
    expect(used.readUnit).toBe(0);

    const rows = [...world.metered.items].filter(([, { pk }]) => pk !== 'ORG#org_A');
    const endless = rows.filter(([, { expiresAtSeconds }]) => expiresAtSeconds === undefined);
    const left = rows.filter(([id, { expiresAtSeconds }]) => !known.has(id) && expiresAtSeconds !== undefined);
    const byteMonthsOf = (some: typeof rows) => some.reduce((sum, [, item]) => sum + byteMonths(item, world.now), 0);
    expectNearly(byteMonthsOf(endless), COUNTS.activeDomain.byteMonths);
    expectNearly(byteMonthsOf(left), COUNTS.renewalKept.byteMonths);
  });

  it('are what an event takes in the relay: its number, the counter of the organization, the log', async () => {
    const world = new ACountedDomain();
    const { id } = await world.create();
    await world.go('check-dns', id);
    const { events, ofEvents } = world.stream.relayed;
    expect(events).toBeGreaterThan(3);
    expectNearly(ofEvents.writeUnit / events, COUNTS.event.writeUnit);
    expect(ofEvents.readUnit / events).toBeLessThanOrEqual(COUNTS.event.readUnit);
  });

  it('are what a read of the API takes: the count of its key and of its organization, and the row', async () => {
    const domain = aDomain('active');
    const { used } = meteredTable([keyItem(), limitsItem(), domainItem(domain)]);
    expect((await getADomain(domain.id)).status).toBe(200);
    const { readUnit, writeUnit } = COUNTS.apiRead;
    expect(used).toEqual({ readUnit, writeUnit });
  });

  it('are the same and a write of a request that is kept', async () => {
    const { used } = meteredTable([keyItem(), limitsItem()]);
    expect((await getADomain(DOMAIN_ID)).status).toBe(404);
    const { readUnit, writeUnit } = COUNTS.apiRead;
    expect(used).toEqual({ readUnit, writeUnit: writeUnit + COUNTS.keptRequest.writeUnit });
  });

  it('are the requests of a day’s visits: at most 3 reads and 1 write of an item without indexes', async () => {
    const domains = Array.from({ length: VISITED }, (_, n) =>
      aDomain('active', { id: 16 * (n + 1), url: `shop-${n}.customer.com` }),
    );
    const fingerprintSha256 = issued.fingerprintSha256;
    const memories = domains.map(({ id }) => ({ ...keys.watch(id), domainId: id, fingerprintSha256, ariId: 'a'.repeat(60) }));
    const { table, used } = meteredTable([...domains.map((domain) => domainItem(domain)), ...memories]);
    let now = NOW;
    const ports = scanPorts({ table, clock: () => now }, {});
    const visit = visitDomain(ports, async (watch) => ({ watch }), [async (_, watch) => ({ watch })]);
    const visitAll = () => visitShard(0, { ...ports, visit }, later(48 * HOUR));
    await visitAll();
    Object.assign(used, { readUnit: 0, writeUnit: 0 });
    now = later(24 * HOUR);
    const { check, ask } = await visitAll();
    expect([check, ask]).toEqual([{ quiet: VISITED }, { quiet: VISITED }]);
    expect(used.readUnit / VISITED).toBeLessThanOrEqual(COUNTS.visitedDay.readUnit);
    // One write of the cursor per page.
    expect(Math.floor(used.writeUnit / VISITED)).toBeLessThanOrEqual(COUNTS.visitedDay.writeUnit);
    expect(used.writeUnit - VISITED).toBeLessThanOrEqual(VISITED / 10);
  });

  it('are the writes of a day’s contacts, the sweep’s among them: of the row, and every second time of its entry in an index', async () => {
    const due = { duePk: dueServersOf(server.label), stepDueAt: later(750 * SECOND).toISOString() };
    const { used } = meteredTable([
      { ...keys.server('org_A', 1), ...server },
      { ...rowOf(machine), ...due },
    ]);
    let now = NOW;
    const jobs = openJobs(portsOf({ clock: () => now }));
    const newEventId = () => jobs.newId('evt');
    const sweeping = lazily({ newEventId: () => newEventId, newAuditId: () => newEventId }, jobs);
    const { servers } = jobs;
    await pollQuietly(servers, now, 0);
    expect(used.readUnit).toBe(COUNTS.poll.readUnit);
    let sweptAt = NOW;
    for (let polls = 0; now < later(24 * HOUR); polls += 1) {
      // Multiples of the golden ratio are spread as evenly as a machine's jitter.
      const after = await pollQuietly(servers, now, (polls * 0.618_033_988_749) % 1);
      now = new Date(now.getTime() + after * SECOND);
      if (now.getTime() - sweptAt.getTime() < 300 * SECOND) continue;
      for (let shard = 0; shard < DUE_SHARDS; shard += 1)
        expect(await sweepServers(shard, sweeping, later(48 * HOUR))).toEqual({ silent: 0, retired: 0, failures: [] });
      sweptAt = now;
    }
    const inFiveMinutes = used.writeUnit / (24 * 12);
    expect(inFiveMinutes).toBeLessThanOrEqual(COUNTS.seen.writeUnit);
    expect(inFiveMinutes).toBeGreaterThan(COUNTS.seen.writeUnit * 0.95);
  });

  it('are what the reports of an organization take in a night, and what they read of a renewal', async () => {
    const webhook = { ...keys.webhook('org_A', 5), id: 5, url: 'x'.repeat(900) };
    const keyIds = ['pk_1', 'pk_2'];
    const ofKeys = keyIds.flatMap((keyId) => [
      { ...keys.keyOfOrganization('org_A', keyId), keyId },
      { ...keys.apiKey(keyId), keyId, organizationId: 'org_A', name: 'x', permissions: [], secretSha256: '', createdAt: '' },
    ]);
    const { table, used } = meteredTable([webhook, ...ofKeys, { ...keys.limits('org_A'), requestsBefore: 9 }]);
    let now = NOW;
    const { reports, reportSources: sources, eventLog: log, clock } = openJobs(portsOf({ clock: () => now }));
    const ports = { reports, sources, log, clock };
    const night = async () => {
      now = new Date(now.getTime() + 24 * HOUR);
      Object.assign(used, { readUnit: 0, writeUnit: 0 });
      await computeReportDays('org_A', ports, new Date(now.getTime() + HOUR));
      return { ...used };
    };
    await night();
    const { readUnit, writeUnit } = await night();
    expect(readUnit).toBeLessThanOrEqual(COUNTS.reportingNight.readUnit);
    expect(writeUnit).toBeLessThanOrEqual(COUNTS.reportingNight.writeUnit);
    const at = now.getTime() + HOUR;
    for (let n = 0; n < 3 * RENEWED; n += 1) {
      const event = domainEvent('certificate.renewed', (at - NOW.getTime()) / SECOND + n, { domainId: n });
      await table.put({ ...keys.event('org_A', n + 1), ...logItem({ ...event, body: event.body.padEnd(2_600) }, n + 1) });
    }
    const reads = [await night(), await night(), await night()].map((used) => used.readUnit - readUnit);
    const ofEach = reads.reduce((sum, one) => sum + one, 0) / RENEWED;
    expect(ofEach).toBeLessThanOrEqual(COUNTS.reportedRenewal.readUnit);
    expect(ofEach).toBeGreaterThan(COUNTS.reportedRenewal.readUnit * 0.6);
  });

  it('are the requests of a name that never points to us', async () => {
    const world = new ACountedDomain({ pointsHere: false });
    const { id } = await world.create();
    const sent = await world.watch(id);
    expect((await world.row(id)).phase).toBe('failed');
    // One execution checks in the first hour; the other checks come from the queue.
    const { batches, ...units } = counted(world);
    const { transitions: stateTransition, runs: own } = world;
    expect({ ...units, stateTransition, lambdaRequest: own + batches, queueRequest: 3 * sent }).toEqual(COUNTS.neverPointing);
  });
});
