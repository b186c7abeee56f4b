import { describe, expect, it, vi } from 'vitest';
import { restartDomain } from '../../../lambdas/jobs/restart/restart-domain.ts';
import { isOverdue } from '../../../lambdas/lifecycle/restart.ts';
import { domainItem, domainOf } from '../../../lambdas/model/domains/domain-item.ts';
import type { Domain } from '../../../lambdas/model/domains/domain-row.schema.ts';
import { maxRenewals } from '../../../lambdas/renewal-scan/renewal-pace.ts';
import { scanShard } from '../../../lambdas/renewal-scan/scan-shard.ts';
import { DUE_SHARDS } from '../../../lambdas/shared/table/keys.ts';
import type { Table } from '../../../lambdas/shared/table/table.store.ts';
import { aDomain, HOUR, iso, issued, later, NOW, servedAs, timings } from '../a-domain.ts';
import { dynamo, table } from '../api/api-caller.ts';
import { holdItems } from '../held-items.ts';
import { killedAt } from './killed-at.ts';
import { scanPorts } from './scan-ports.ts';

const DAY = 24 * HOUR;
const SHARD = 5;
const PAGES = 3;
const idOf = (index: number) => 1_000_000 * DUE_SHARDS + index * DUE_SHARDS + SHARD;
const active = aDomain('active', { served: { renewAt: iso(-1000) } });

/** A shard of equal domains, and its scan at an instant. */
function shardOf(count: number, changes: Partial<Domain> = {}) {
  const rows = Array.from({ length: count }, (_, index) => ({ ...active, ...changes, id: idOf(index) }) as Domain);
  const { items } = holdItems(dynamo, rows.map(domainItem));
  const all = () => [...items.values()];
  const ports = (at: Date, of: Table = table) => scanPorts({ table: of, clock: () => at }, { lookAtDomain: vi.fn(), timings });
  return {
    scan: (most = Number.POSITIVE_INFINITY, at = NOW, of?: Table, endsAt = later(365 * DAY)) =>
      scanShard(SHARD, most, ports(at, of), endsAt),
    ports,
    domains: () => all().flatMap((item) => (item.sk === 'DOMAIN' ? [domainOf(item)] : [])),
    /** The executions that the relay is asked to start. */
    executions: () =>
      all()
        .filter(({ kind }) => kind === 'execution')
        .map(({ domainId, attempt }) => `${domainId}-${attempt}`),
    told: (what: string) => all().filter((item) => item.what === what).length,
  };
}

const everyOnce = (count: number) => Array.from({ length: count }, (_, index) => `${idOf(index)}-2`).sort();

/** The numbers of the Queries among the requests. After each Query, every domain takes a read and a transaction. */
const queries = Array.from({ length: PAGES }, (_, page) => 1 + page * (1 + 2 * 100));
const requests = [...queries, ...queries.map((query) => query + 1), ...queries.map((query) => query + 2)];

describe('a scan that is killed', () => {
  it.each(requests.flatMap((request) => (['before', 'after'] as const).map((when) => [when, request] as const)))(
    '%s its request %d to the table leaves the rest due: the next begins it, and nothing twice',
    async (when, request) => {
      const { scan, executions } = shardOf(250);
      await scan(undefined, NOW, killedAt(table, request, when)).catch(() => undefined);
      expect(executions().length).toBeLessThan(250);
      await scan();
      expect(executions().sort()).toEqual(everyOnce(250));
    },
  );
});

describe('two scans at once', () => {
  it('begin every renewal, and none twice', async () => {
    const { scan, executions, told } = shardOf(130);
    await Promise.all([scan(), scan()]);
    expect(executions().sort()).toEqual(everyOnce(130));
    expect(told('certificate.renewal_started')).toBe(130);
  });
});

describe('5,000 renewals that are due in the same second', () => {
  /** The due index: a fixed order, page by page, without rows that are no longer due. */
  function dueRows(count: number) {
    const rows = new Map(Array.from({ length: count }, (_, id) => [id, { ...active, id } as Domain]));
    const due = new Set(rows.keys());
    const begun: number[] = [];
    const domains = {
      get: async (id: number) => rows.get(id),
      replace: async (_before: Domain, after: Domain) => {
        rows.set(after.id, after);
        due.delete(after.id);
        begun.push(after.id);
      },
      scanBefore: async (_shard: number, _now: Date, startAt: Record<string, unknown> = { after: -1 }) => {
        const left = [...due].filter((id) => id > Number(startAt.after));
        return { domainIds: left.slice(0, 100), ...(left.length > 100 && { next: { after: left[99] } }) };
      },
    };
    return { domains, begun };
  }

  it('are begun at the pace of the order budget, run by run, until all are: none is lost, and none begun twice', async () => {
    const { domains, begun } = dueRows(5_000);
    const budget = { acme: { ordersPerMinute: 1_600 }, scan: { everyMinutes: 5 } };
    const share = (budget.acme.ordersPerMinute * budget.scan.everyMinutes) / DUE_SHARDS;
    for (let run = 1; begun.length < 5_000; run += 1) {
      const at = later(run * 300_000);
      const ports = scanPorts({ clock: () => at }, { domains, lookAtDomain: vi.fn() });
      const { postponed, failures } = await scanShard(SHARD, maxRenewals(SHARD, at, budget), ports, later(DAY));
      expect([begun.length, postponed, failures]).toEqual([run * share, 5_000 - run * share, []]);
    }
    expect(begun).toEqual(Array.from({ length: 5_000 }, (_, id) => id));
  });
});

describe('a clock that jumps', () => {
  const certificate = { ...issued, notBefore: iso(0), notAfter: iso(90 * DAY) };
  const failing = { served: servedAs({ renewAt: iso(88 * DAY), certificate }) };

  it('forward by days tells early what it would have told, once: back in its time it tells nothing again', async () => {
    const { scan, told } = shardOf(1, failing);
    for (const day of [70, 84, 77, 84, 70, 84.5]) await scan(0, later(day * DAY));
    expect(told('certificate.expiring')).toBe(1);
    await scan(0, later(88 * DAY));
    expect(told('certificate.expiring')).toBe(2);
  });

  it('forward beyond the end of a certificate has it renewed at once, so that the domain comes back by itself', async () => {
    const { scan, domains, executions, told } = shardOf(1, failing);
    await scan(9, later(91 * DAY));
    await scan(9, later(30 * DAY));
    expect([told('certificate.expired'), executions()]).toEqual([1, everyOnce(1)]);
    expect(domains()).toMatchObject([{ phase: 'preparing', execution: { attempt: 2 } }]);
  });

  it('backward begins nothing that has been begun', async () => {
    const { scan, executions } = shardOf(3);
    await scan();
    await scan(9, later(-30 * DAY));
    await scan(9, later(HOUR));
    expect(executions().sort()).toEqual(everyOnce(3));
  });
});

describe('a renewal whose record the stream has lost', () => {
  it('is silent until the sweep begins it anew', async () => {
    const { scan, ports, domains, executions } = shardOf(1);
    await scan();
    const [lost] = domains();
    if (!lost) return expect.fail('the domain is gone');
    expect(isOverdue(lost, later(1_800_000))).toBe(false);
    const at = later(1_800_001);
    expect(isOverdue(lost, at)).toBe(true);
    await restartDomain(lost, ports(at));
    expect(executions()).toEqual([`${idOf(0)}-2`, `${idOf(0)}-3`]);
    expect(domains()).toMatchObject([{ phase: 'preparing', sslStatus: 'active', execution: { restarts: 1 } }]);
  });
});

describe('a certificate that ends before anybody looks whether its renewal would succeed', () => {
  it.each([1, 6, 47])('and lives %d hours is renewed at half of its life all the same', async (hours) => {
    const certificate = { ...issued, notBefore: iso(0), notAfter: iso(hours * HOUR) };
    const { scan, executions } = shardOf(1, { served: servedAs({ certificate, renewAt: iso((hours / 2) * HOUR) }) });
    await scan(9, later((hours / 2) * HOUR));
    expect(executions()).toEqual([]);
    await scan(9, later((hours / 2) * HOUR + 1));
    expect(executions()).toEqual(everyOnce(1));
  });
});
