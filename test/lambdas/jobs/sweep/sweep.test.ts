import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { expect, it, vi } from 'vitest';
import { MAX_RESTARTS_PER_SECOND, sweepShard } from '../../../../lambdas/jobs/sweep/sweep.ts';
import type { Domain } from '../../../../lambdas/model/domains/domain-row.schema.ts';
import { DUE_SHARDS } from '../../../../lambdas/shared/table/keys.ts';
import { LostRace } from '../../../../lambdas/shared/table/lost-race.ts';
import { aDomain, iso, later, NOW, timings } from '../../a-domain.ts';

const overdue = aDomain('validating', { execution: { dueAt: iso(-1) } });

function ports(stored: Domain | undefined) {
  const domains = {
    get: vi.fn(async () => stored),
    replace: vi.fn(async (_before: Domain, _after: Domain, _change: unknown) => {}),
    extend: vi.fn(),
    dueBefore: vi.fn(async (): Promise<{ domainIds: number[]; next?: Record<string, unknown> }> => ({ domainIds: [overdue.id] })),
  };
  return { domains, clock: vi.fn(() => NOW), log: vi.fn(), timings, pause: vi.fn(async (_milliseconds: number) => {}) };
}

it('the sweep starts a new attempt of a domain that has been silent too long, in its present phase', async () => {
  const swept = ports(overdue);
  expect(await sweepShard(3, swept, later(1))).toEqual({ restarted: 1, failures: [] });
  const [before, after, change] = swept.domains.replace.mock.calls[0] ?? [];
  expect(before).toBe(overdue);
  expect(after).toMatchObject({ phase: 'validating', execution: { attempt: 2, restarts: 1, dueAt: iso(1_800_000) } });
  expect(change).toMatchObject({ startExecution: true, events: [] });
});

it('the sweep takes up a domain that rested on purpose without calling it a restart', async () => {
  const swept = ports(aDomain('moving', { execution: { dueAt: iso(-1), resumeAt: iso(-1) } }));
  await sweepShard(3, swept, later(1));
  const [, after, change] = swept.domains.replace.mock.calls[0] ?? [];
  expect(after).toMatchObject({ phase: 'moving', execution: { attempt: 2, restarts: 0 } });
  expect(change).toMatchObject({ timeline: 'lifecycle.resumed', startExecution: true });
  expect(swept.log.mock.calls.map(([level]) => level)).toEqual(['info']);
});

it.each([
  ['that the index still names although it moved on', aDomain('validating', { execution: { dueAt: iso(1) } })],
  ['at rest', aDomain('active')],
  ['that is gone', undefined],
])('the sweep leaves a domain alone %s', async (_, stored) => {
  const swept = ports(stored);
  expect(await sweepShard(3, swept, later(1))).toEqual({ restarted: 0, failures: [] });
  expect(swept.domains.replace).not.toHaveBeenCalled();
});

it.each([
  ['loses a race', new LostRace([], undefined)],
  ['meets another transaction', new LostRace([], new TransactionCanceledException({ message: 'conflict', $metadata: {} }))],
])('the sweep that %s has nothing to do', async (_, lost) => {
  const swept = ports(overdue);
  swept.domains.replace.mockRejectedValueOnce(lost);
  expect(await sweepShard(3, swept, later(1))).toEqual({ restarted: 0, failures: [] });
});

it('the sweep of a long or broken queue is not stopped by a domain that cannot be read', async () => {
  const swept = ports(overdue);
  swept.domains.dueBefore.mockResolvedValueOnce({ domainIds: [1, 2, 3] });
  swept.domains.get.mockRejectedValueOnce(new Error('unreadable'));
  expect(await sweepShard(3, swept, later(1))).toEqual({ restarted: 2, failures: [new Error('unreadable')] });
});

it('the sweep of a long or broken queue starts fewer executions a second than AWS takes in its smallest regions', async () => {
  const swept = ports(overdue);
  swept.domains.dueBefore.mockResolvedValueOnce({ domainIds: [1, 2, 3] });
  swept.domains.replace.mockRejectedValueOnce(new LostRace([], undefined));
  await sweepShard(3, swept, later(1));
  const pauses = swept.pause.mock.calls.flat();
  expect(pauses).toHaveLength(2);
  for (const milliseconds of pauses) expect((DUE_SHARDS * 1000) / milliseconds).toBeLessThanOrEqual(MAX_RESTARTS_PER_SECOND);
  expect(MAX_RESTARTS_PER_SECOND).toBeLessThan(150);
});

it('the sweep of a long or broken queue leaves what its time does not reach for the next one', async () => {
  const swept = ports(overdue);
  swept.domains.dueBefore.mockResolvedValueOnce({ domainIds: [1, 2, 3] });
  swept.pause.mockImplementationOnce(async () => void swept.clock.mockReturnValue(later(1)));
  expect(await sweepShard(3, swept, later(1))).toEqual({ restarted: 1, failures: [] });
});

it('the sweep of a long or broken queue goes on page by page', async () => {
  const swept = ports(overdue);
  swept.domains.dueBefore.mockResolvedValueOnce({ domainIds: [1], next: { pk: 'x' } }).mockResolvedValueOnce({ domainIds: [2] });
  expect(await sweepShard(3, swept, later(1))).toEqual({ restarted: 2, failures: [] });
  expect(swept.domains.dueBefore).toHaveBeenLastCalledWith(3, NOW, { pk: 'x' });
});

it.each([
  ['begins no further page when its time is up', 0, 1],
  ['begins another page in its last millisecond', 1, 2],
])('the sweep of a long or broken queue %s', async (_, leftMs, pages) => {
  const swept = ports(overdue);
  swept.domains.dueBefore.mockResolvedValueOnce({ domainIds: [1], next: { pk: 'x' } });
  await sweepShard(3, swept, later(leftMs));
  expect(swept.domains.dueBefore).toHaveBeenCalledTimes(pages);
});
