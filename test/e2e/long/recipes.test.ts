import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { DomainResource } from '../../../lambdas/model/domains/domain-resource.ts';
import { stateDir } from '../../../local/machine/state-dir.ts';
import { type Visit, visitors } from '../../../local/move/visitors.ts';
import { claimStateDir, processTable, releaseStateDir } from '../../../local/processes/process-table.ts';
import { api, createDomain, diagnosedAs, dns, isActive, newHostname, ports, until } from '../cloud.ts';
import { PATIENCE_SECONDS } from '../patience.ts';
import { callDoctor } from '../servers/web-servers/agent-program.ts';
import { get, startLoad } from '../servers/web-servers/load.ts';
import { type Machine, startMachine } from '../servers/web-servers/machine.ts';
import { findProgram, PROGRAM_NAMES, PROGRAMS, type ProgramName } from '../servers/web-servers/programs.ts';
import { startStranger } from '../servers/web-servers/stranger.ts';

// The recipes of docs/servers/ with the real programs, each as a server on its own address.

const MIN_REQUESTS = 300;
/** One in thirty: a reload closes connections, but only those of that moment. */
const MAX_REPEATED = 10;
/** Requests of a stranger: a burst above a recipe's limit per address, then the rate that it allows. */
const JUNK = { atOnce: 900, aSecond: 50 };
/** Recipes that reject requests above the limit. The others close each connection, which only the kernel counts. */
const LIMITS_REQUESTS: ProgramName[] = ['nginx', 'haproxy'];
const VISITS_PER_SECOND = 10;
const DISK_TAKES_NOTHING = 'the disk does not take a change';

const found = await Promise.all(PROGRAM_NAMES.map(async (name) => ({ name, program: await findProgram(name) })));
const installed = found.flatMap(({ name, program }) => (program === undefined ? [] : [{ name, program }]));
for (const { name, program } of found)
  if (program === undefined) console.warn(`${name} is not installed here: its recipe is not tried (.ci/run installs it)`);
const names = installed.map(({ name }) => name);

/** Web servers and agents are separate processes: the next run finds and ends those that outlive a run. */
const state = stateDir('.local/recipes');
const running = processTable(state);
let folder: string;
let starts: Promise<void>[] = [];
const stops: (() => Promise<void>)[] = [];
const machines = new Map<ProgramName, Machine>();
const machine = (name: ProgramName) => machines.get(name) ?? expect.fail(`${name} was not set up`);

beforeAll(
  async () => {
    await claimStateDir(state);
    folder = await mkdtemp(join(tmpdir(), 'cps-recipes-'));
    starts = installed.map(async ({ name, program }) => {
      machines.set(name, await startMachine(name, program, join(folder, name), stops, running));
    });
    const failed = (await Promise.allSettled(starts)).flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    if (failed.length > 0) throw new AggregateError(failed, failed.map(String).join('\n'));
  },
  2 * PATIENCE_SECONDS * 1000,
);
afterAll(
  async () => {
    // Waits for those still starting after the time-out, which would otherwise be left running.
    await Promise.allSettled(starts);
    const ended = await Promise.allSettled(stops.map((stop) => stop()));
    await rm(folder, { recursive: true, force: true });
    releaseStateDir(state);
    const failed = ended.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    if (failed.length > 0) throw new AggregateError(failed, failed.map(String).join('\n'));
  },
  2 * PATIENCE_SECONDS * 1000,
);

/** All files of a certificate. */
async function onDisk({ place, target }: Machine): Promise<string[]> {
  const files = [
    `combined/${target.hostname}.pem`,
    ...['certificate', 'private-key'].map((part) => `certificates/${target.hostname}/${part}.pem`),
  ];
  return Promise.all(files.map((file) => readFile(join(place.agentFolder, file), 'utf8')));
}

const anyLabel = () => `a${randomBytes(6).toString('hex')}`;

/** A wildcard with DNS validation, from its creation until it is active. */
async function activeWildcard(base: string, { server_id, cname_target }: DomainResource) {
  const url = `*.${base}`;
  const { status, body } = await api<DomainResource>('POST', '/domains', { body: { url, server_id, validation: 'dns' } });
  expect(status).toBe(201);
  await dns.set(`_acme-challenge.${base}`, 'CNAME', [body.dns_records[0]?.value ?? '']);
  await until(body.id, diagnosedAs('ready_to_switch'));
  await dns.set(url, 'CNAME', [cname_target]);
  return until(body.id, isActive);
}

describe('each recipe', () => {
  it.concurrent.each(names)(
    "%s, as its recipe says, serves a customer's domain, and the doctor finds nothing wrong",
    async (name) => {
      const { domain, target, doctorOptions } = machine(name);
      expect(await get(target)).toEqual({ fingerprintSha256: domain.certificate?.fingerprint_sha256, body: `${domain.url}\n` });
      expect(await callDoctor(false, ...doctorOptions)).toEqual([]);
    },
  );
});

describe('each recipe with a wildcard', () => {
  it.concurrent.each(names)(
    'has any name below it served with %s, and one that has a certificate of its own with that',
    async (name) => {
      const { domain, target } = machine(name);
      const base = newHostname(`wild-${name}`);
      const wildcard = await activeWildcard(base, domain);
      const own = `own.${base}`;
      await dns.set(own, 'CNAME', [domain.cname_target]);
      const { id } = await createDomain(own, domain.server_id);
      const certificates = [wildcard, wildcard, await until(id, isActive)].map((each) => each.certificate?.fingerprint_sha256);
      const below = [anyLabel(), anyLabel(), 'own'].map((label) => `${label}.${base}`);
      const patience = { timeout: PATIENCE_SECONDS * 1000, interval: 250 };
      for (const [at, hostname] of below.entries())
        await vi.waitFor(async () => {
          expect(await get({ ...target, hostname })).toEqual({ fingerprintSha256: certificates[at], body: `${hostname}\n` });
        }, patience);
    },
  );
});

describe('each recipe while a stranger asks for challenges that nobody has set', () => {
  it.concurrent.each(names)('has the challenge of a certificate authority answered with %s, and none of his', async (name) => {
    const { domain, target, place } = machine(name);
    const hostname = newHostname(name);
    await dns.set(hostname, 'CNAME', [domain.cname_target]);
    const stranger = startStranger({ ...place, hostname, ...JUNK });
    try {
      const { id } = await createDomain(hostname, domain.server_id);
      const { certificate, url } = await until(id, isActive);
      expect(await get({ ...target, hostname })).toEqual({
        fingerprintSha256: certificate?.fingerprint_sha256,
        body: `${url}\n`,
      });
    } finally {
      const { statuses, kept } = await stranger.stop();
      console.info(`${name}: ${JSON.stringify(Object.fromEntries(statuses))}`);
      expect(statuses.has(200)).toBe(false);
      if (LIMITS_REQUESTS.includes(name)) expect(statuses.get(429)).toBeGreaterThan(0);
      else expect(kept).toBe(0);
    }
  });
});

describe('each recipe while its disk is full', () => {
  it.concurrent.each(names)(
    'serves the old certificate whole with %s, and fails no request when the new one comes',
    async (name) => {
      const ours = machine(name);
      const { domain, target, agent, doctorOptions } = ours;
      const before = await onDisk(ours);
      const old = domain.certificate?.fingerprint_sha256 ?? '';
      await agent.fillDisk();
      expect((await api('POST', `/domains/${domain.id}/renew`)).status).toBe(200);
      expect(await agent.logged(DISK_TAKES_NOTHING)).toMatchObject({
        hostname: domain.url,
        reason: expect.stringContaining('EFBIG'),
      });
      expect(await callDoctor(true, ...doctorOptions)).toContainEqual({
        check: 'folder',
        what: expect.stringContaining('EFBIG'),
      });
      expect(await onDisk(ours)).toEqual(before);
      expect((await get(target)).fingerprintSha256).toBe(old);

      const load = startLoad(target);
      await agent.freeDisk();
      const patience = { timeout: PATIENCE_SECONDS * 1000 };
      await vi.waitFor(() => expect(load.tally.shown.size).toBe(2), patience);
      await vi.waitFor(() => expect(load.tally.answered).toBeGreaterThan(MIN_REQUESTS), patience);
      const { answered, failures, repeated, torn, shown } = await load.stop();
      console.info(`${name}: ${answered} requests during the renewal, ${repeated} of them met a connection that was just closed`);
      expect(failures).toEqual([]);
      expect(repeated).toBeLessThan(MAX_REPEATED);
      expect(torn).toBeLessThanOrEqual(PROGRAMS[name].mayTear ? 1 : 0);
      const renewed = await until(domain.id, ({ certificate }) => certificate?.fingerprint_sha256 !== old);
      expect([...shown]).toEqual([old, renewed.certificate?.fingerprint_sha256]);
    },
  );
});

/** A route through all programs that begins with this one. With four programs, each one follows each other one once. */
function routeFrom(name: ProgramName): Machine[] {
  const route = [0, 1, 3, 2].map((step) => names[(names.indexOf(name) + step) % names.length] ?? name);
  return [...new Set(route)].map(machine);
}

/** Moves the domain by PATCH, and sets the CNAME once the new server has the certificate. */
async function moveTo(id: number, url: string, { domain }: Machine): Promise<void> {
  expect((await api('PATCH', `/domains/${id}`, { body: { server_id: domain.server_id } })).status).toBe(200);
  await until(id, ({ move }) => move?.state === 'awaiting_dns');
  await dns.set(url, 'CNAME', [domain.cname_target]);
  await until(id, ({ move, diagnosis }) => move === undefined && diagnosis.code === 'ok');
}

describe('each recipe that a domain leaves for another', () => {
  it.concurrent.each(names)('fails no visitor from %s over the others to the last, which alone serves it then', async (name) => {
    const [first = expect.fail('no route'), ...others] = routeFrom(name);
    const url = newHostname(`moves-from-${name}`);
    await dns.set(url, 'CNAME', [first.domain.cname_target]);
    const { id } = await createDomain(url, first.domain.server_id);
    const { certificate } = await until(id, isActive);
    const { port: httpsPort, ca: rootsPem } = first.target;
    const coming = visitors({ dnsPort: ports.dns, httpsPort, rootsPem }).startVisits(VISITS_PER_SECOND, () => url);
    let visits: Visit[];
    try {
      for (const next of others) await moveTo(id, url, next);
    } finally {
      visits = await coming.stop();
    }
    console.info(`from ${name}: ${visits.length} visits while the domain moved ${others.length} times`);
    expect(visits.flatMap(({ failed }) => failed ?? [])).toEqual([]);
    expect([...new Set(visits.map(({ fingerprintSha256 }) => fingerprintSha256))]).toEqual([certificate?.fingerprint_sha256]);
    expect(visits.length).toBeGreaterThan(VISITS_PER_SECOND * others.length);

    const targets = [first, ...others].map(({ target }) => ({ ...target, hostname: url }));
    const last = targets.pop() ?? expect.fail('no route');
    expect(await get(last)).toMatchObject({ body: `${url}\n` });
    const patience = { timeout: PATIENCE_SECONDS * 1000, interval: 250 };
    for (const former of targets) await vi.waitFor(() => expect(get(former)).rejects.toThrow(), patience);
  });
});

describe('each recipe while agent and service are gone', () => {
  it.concurrent.each(names)('serves with %s, also when it is started anew', async (name) => {
    const { agent, webServer, cutOff, target } = machine(name);
    const { fingerprintSha256 } = await get(target);
    cutOff();
    await agent.logged('the service does not answer; serving what is here');
    expect((await get(target)).fingerprintSha256).toBe(fingerprintSha256);
    await agent.stop();
    expect((await get(target)).fingerprintSha256).toBe(fingerprintSha256);
    await webServer.stop();
    await webServer.start();
    expect((await get(target)).fingerprintSha256).toBe(fingerprintSha256);
  });
});
