import { expect, it, vi } from 'vitest';
import type { LookAtDomain } from '../../../lambdas/checks/look-at-domain.ts';
import type { Domain } from '../../../lambdas/model/domains/domain-row.schema.ts';
import { scanShard } from '../../../lambdas/renewal-scan/scan-shard.ts';
import { LostRace } from '../../../lambdas/shared/table/lost-race.ts';
import { aDomain, HOUR, iso, later, NOW } from '../a-domain.ts';
import { scanPorts } from './scan-ports.ts';

const due = aDomain('active', { served: { renewAt: iso(-1) } });
const later1 = later(1);

/** A shard with these pages. Reads return the row as last written. */
function ports(pages: number[][], stored: Domain | undefined = due) {
  const rows = new Map<number, Domain>();
  const domains = {
    get: vi.fn(async (id: number) => rows.get(id) ?? (stored && { ...stored, id })),
    replace: vi.fn(async (_before: Domain, after: Domain, _change: unknown) => void rows.set(after.id, after)),
    scanBefore: vi.fn(async (_shard: number, _now: Date, startAt?: Record<string, unknown>) => {
      const page = Number(startAt?.page ?? 0);
      return { domainIds: pages[page] ?? [], ...(page + 1 < pages.length && { next: { page: page + 1 } }) };
    }),
  };
  const lookAtDomain = vi.fn<LookAtDomain>(async () => ({ dns: { kind: 'dns-unknown', evidence: [] } }));
  return scanPorts({ clock: () => NOW, log: vi.fn() }, { domains, claims: { validatedWrite: vi.fn() }, rows, lookAtDomain });
}

it('a scan begins every renewal that is due, page by page', async () => {
  const scan = ports([[1, 2], [3]]);
  expect(await scanShard(5, 10, scan, later1)).toEqual({
    done: { 'certificate.renewal_started': 3 },
    postponed: 0,
    failures: [],
  });
  expect(scan.domains.scanBefore.mock.calls.map(([shard]) => shard)).toEqual([5, 5]);
  expect(scan.domains.replace.mock.calls.map(([, , change]) => change)).toEqual(
    Array(3).fill({ kind: 'changed', timeline: 'certificate.renewal_started', events: [], startExecution: true }),
  );
});

it('a scan knows since when the first of all has been due, whatever its later pages hold', async () => {
  const scan = ports([[1], [2], [3]]);
  for (const oldestDueAt of [iso(-HOUR), iso(-1)])
    scan.domains.scanBefore.mockResolvedValueOnce({ domainIds: [1], oldestDueAt, next: { page: 1 } } as never);
  expect((await scanShard(0, 10, scan, later1)).oldestDueAt).toBe(iso(-HOUR));
});

it('a scan of 5,000 that are due in the same second begins what the budget takes, and leaves the rest due', async () => {
  const pages = Array.from({ length: 50 }, (_, page) => Array.from({ length: 100 }, (_, index) => page * 100 + index));
  const scan = ports(pages);
  expect(await scanShard(0, 19, scan, later1)).toEqual({
    done: { 'certificate.renewal_started': 19 },
    postponed: 4_981,
    failures: [],
  });
  expect([...scan.rows.keys()]).toEqual(Array.from({ length: 19 }, (_, id) => id));
});

it('a scan tells of an end and begins the renewal that is due beside it', async () => {
  const ended = aDomain('active', { served: { renewAt: iso(-1), certificate: endedCertificate() } });
  const scan = ports([[1]], ended);
  expect((await scanShard(0, 10, scan, later1)).done).toEqual({ 'certificate.expired': 1, 'certificate.renewal_started': 1 });
  expect(scan.rows.get(1)).toMatchObject({ phase: 'preparing', sslStatus: 'error' });
});

it('a scan that loses a race has nothing to do, so that two at once begin nothing twice', async () => {
  const scan = ports([[1]]);
  scan.domains.replace.mockRejectedValueOnce(new LostRace([], undefined));
  expect(await scanShard(0, 10, scan, later1)).toEqual({ done: {}, postponed: 0, failures: [] });
});

it('a second scan of what a first has begun does nothing, although the index still names it', async () => {
  const scan = ports([[1]]);
  await scanShard(0, 10, scan, later1);
  expect((await scanShard(0, 10, scan, later1)).done).toEqual({});
});

it('a scan is not stopped by a domain that cannot be read, nor by one that is gone', async () => {
  const scan = ports([[1, 2, 3]]);
  scan.domains.get.mockRejectedValueOnce(new Error('unreadable')).mockResolvedValueOnce(undefined as never);
  expect(await scanShard(0, 10, scan, later1)).toEqual({
    done: { 'certificate.renewal_started': 1 },
    postponed: 0,
    failures: [new Error('unreadable')],
  });
});

it('a scan of thousands that wait for their turn reads ten of them at once, and begins no more for it than it may', async () => {
  const pages = [Array.from({ length: 100 }, (_, index) => index)];
  const scan = ports(pages);
  let underWay = 0;
  let most = 0;
  scan.domains.get.mockImplementation(async (id) => {
    underWay += 1;
    most = Math.max(most, underWay);
    await new Promise((resolve) => setImmediate(resolve));
    underWay -= 1;
    return { ...due, id };
  });
  scan.domains.replace.mockRejectedValueOnce(new LostRace([], undefined));
  expect((await scanShard(0, 19, scan, later1)).done).toEqual({ 'certificate.renewal_started': 19 });
  expect(most).toBe(10);
});

it('a certificate that is about to end is not kept from its renewal by thousands that the CA has revoked before it came due again', async () => {
  const ends = { ...certificateOf(due), notBefore: iso(-89 * 24 * HOUR), notAfter: iso(24 * HOUR) };
  const urgent = aDomain('active', { served: { certificate: ends, renewAt: iso(-1), notified: { expiryNotices: 5 } } });
  const scan = ports([Array.from({ length: 100 }, (_, index) => index), [100, 101]]);
  scan.domains.get.mockImplementation(async (id) => scan.rows.get(id) ?? { ...(id < 100 ? due : urgent), id });
  expect(await scanShard(0, 1, scan, later1)).toMatchObject({ done: { 'certificate.renewal_started': 2 }, postponed: 100 });
  expect([...scan.rows.keys()]).toEqual([0, 100]);
});

it('a certificate that has ended waits for its turn like all others', async () => {
  const scan = ports([[1, 2]], aDomain('failed', { ...ended(), sslStatus: 'error' }));
  expect(await scanShard(0, 1, scan, later1)).toMatchObject({ done: { 'certificate.renewal_started': 1 }, postponed: 1 });
});

it('a scan that is out of time leaves the next page to the next run', async () => {
  const scan = ports([[1], [2]]);
  expect((await scanShard(0, 10, scan, NOW)).done).toEqual({ 'certificate.renewal_started': 1 });
  expect(scan.domains.scanBefore).toHaveBeenCalledTimes(1);
});

it('a scan looks at what is suspected once everything else is done, and not at what it has begun to renew', async () => {
  const scan = ports([[1, 2], [3]]);
  const suspected = aDomain('active', { nextCheckAt: iso(0) });
  scan.domains.get.mockImplementation(
    async (id) => scan.rows.get(id) ?? { ...(id === 2 ? suspected : { ...due, nextCheckAt: iso(0) }), id },
  );
  scan.lookAtDomain.mockImplementation(async () => {
    expect([...scan.rows.keys()]).toEqual([1, 3]);
    return { dns: { kind: 'cname-matched', evidence: [] } };
  });
  const done = { 'certificate.renewal_started': 2, 'domain.suspected': 1 };
  expect(await scanShard(0, 10, scan, later1)).toMatchObject({ done, failures: [] });
  expect(scan.lookAtDomain.mock.calls.map(([{ id }]) => id)).toEqual([2]);
  expect(scan.rows.get(2)).not.toHaveProperty('nextCheckAt');
});

it('a scan looks at a domain whose renewal has to wait for its turn', async () => {
  const scan = ports([[1]], aDomain('active', { served: { renewAt: iso(-1) }, nextCheckAt: iso(0) }));
  expect(await scanShard(0, 0, scan, later1)).toMatchObject({ postponed: 1, done: { 'domain.suspected': 1 } });
});

it('a scan that is out of time looks at nothing, which is due still', async () => {
  const scan = ports([[1]], aDomain('active', { nextCheckAt: iso(0) }));
  expect(await scanShard(0, 10, scan, NOW)).toEqual({ done: {}, postponed: 0, failures: [] });
  expect(scan.lookAtDomain).not.toHaveBeenCalled();
});

function ended() {
  const error = { code: 'certificate_expired' as const, details: {} };
  return { served: { certificate: endedCertificate(), renewAt: iso(-1) }, error };
}

function certificateOf({ served }: Domain) {
  return served?.certificate ?? expect.fail('an active domain has a certificate');
}

function endedCertificate() {
  return {
    ...certificateOf(due),
    notBefore: iso(-90 * 24 * HOUR),
    notAfter: iso(-1),
  };
}
