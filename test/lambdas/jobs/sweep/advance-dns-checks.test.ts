import { expect, it, vi } from 'vitest';
import { advanceDnsChecks } from '../../../../lambdas/jobs/sweep/advance-dns-checks.ts';
import { LostRace } from '../../../../lambdas/shared/table/lost-race.ts';
import { aDomain, HOUR, iso, later, NOW, timings } from '../../a-domain.ts';

const SHARD = 3;
const waiting = aDomain('awaiting-dns', { execution: { dueAt: iso(11 * HOUR) } });
const rows = [
  { ...waiting, id: 1 },
  aDomain('awaiting-dns', { id: 2, execution: { dueAt: iso(60_000) } }),
  aDomain('validating', { id: 3, execution: { dueAt: iso(11 * HOUR) } }),
  { ...waiting, id: 4 },
];

function ports(swept = 0, restoreEpoch = 1) {
  const domains = {
    get: vi.fn(async (id: number) => rows.find((row) => row.id === id)),
    extend: vi.fn(async () => {}),
    dueBefore: vi.fn(async (_shard: number, _now: Date, startAt?: Record<string, unknown>) =>
      startAt ? { domainIds: [3, 4] } : { domainIds: [1, 2], next: { page: 2 } },
    ),
  };
  const epochs = { get: vi.fn(async () => swept), put: vi.fn(async () => {}) };
  return { domains, epochs, clock: () => NOW, log: vi.fn(), timings, restoreEpoch };
}

it('after a restore every domain that waits for DNS is due after the usual silence, once, and no other is', async () => {
  const restored = ports();
  expect(await advanceDnsChecks(SHARD, restored, later(1))).toEqual({ hastened: 2, failures: [] });
  expect(restored.domains.extend.mock.calls).toEqual([
    [rows[0], iso(1_800_000)],
    [rows[3], iso(1_800_000)],
  ]);
  expect(restored.epochs.put).toHaveBeenCalledExactlyOnceWith(SHARD, 1);
});

it('after a restore domains that wait for DNS and that there is no time for are left to the next sweep', async () => {
  const restored = ports();
  await advanceDnsChecks(SHARD, restored, NOW);
  expect(restored.domains.dueBefore).toHaveBeenCalledOnce();
  expect(restored.epochs.put).not.toHaveBeenCalled();
});

it('after a restore a domain that waits for DNS and that somebody writes at the same time is left to him', async () => {
  const restored = ports();
  restored.domains.extend.mockRejectedValueOnce(new LostRace([], undefined));
  expect(await advanceDnsChecks(SHARD, restored, later(1))).toEqual({ hastened: 1, failures: [] });
});

it('after a restore no more than five domains of a shard are written at once: more are too much for its partition', async () => {
  const restored = ports();
  const ids = Array.from({ length: 23 }, (_, at) => at);
  restored.domains.dueBefore.mockResolvedValueOnce({ domainIds: ids });
  let [atWork, most] = [0, 0];
  restored.domains.get.mockImplementation(async (id) => {
    atWork += 1;
    most = Math.max(most, atWork);
    await Promise.resolve();
    atWork -= 1;
    return { ...waiting, id };
  });
  expect(await advanceDnsChecks(SHARD, restored, later(1))).toMatchObject({ hastened: 23 });
  expect(most).toBe(5);
});

it('after a restore a throttled domain that waits for DNS keeps no other from being due, and comes with the next sweep', async () => {
  const restored = ports();
  restored.domains.get.mockRejectedValueOnce(new Error('throttled'));
  const { hastened, failures } = await advanceDnsChecks(SHARD, restored, later(1));
  expect([hastened, failures]).toEqual([1, [new Error('throttled')]]);
  expect(restored.epochs.put).not.toHaveBeenCalled();
  expect((await advanceDnsChecks(SHARD, restored, later(1))).failures).toEqual([]);
  expect(restored.epochs.put).toHaveBeenCalledOnce();
});

it.each([
  ['that was dealt with', 1, 1, 1],
  ['that never was', 0, 0, 0],
])('domains that wait for DNS are left alone after a restore %s', async (_, swept, restoreEpoch, reads) => {
  const restored = ports(swept, restoreEpoch);
  expect(await advanceDnsChecks(SHARD, restored, later(1))).toEqual({ hastened: 0, failures: [] });
  expect(restored.epochs.get).toHaveBeenCalledTimes(reads);
  expect(restored.domains.dueBefore).not.toHaveBeenCalled();
});
