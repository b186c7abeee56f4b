import { expect, it, vi } from 'vitest';
import type { DnsObservation } from '../../../lambdas/lifecycle/observation.ts';
import type { Spend } from '../../../lambdas/lifecycle/spend.ts';
import { becomes, rests, withSpends } from '../../../lambdas/lifecycle/transition.ts';
import type { Change } from '../../../lambdas/model/domains/domain.store.ts';
import type { Domain, Execution } from '../../../lambdas/model/domains/domain-row.schema.ts';
import { LostRace } from '../../../lambdas/shared/table/lost-race.ts';
import { runStep, type Step } from '../../../lambdas/steps/run-step.ts';
import { aDomain, iso, later, NOW, timings } from '../a-domain.ts';

import { AT_NO_PRICE } from '../lifecycle/at-no-price.ts';
import { decideOnDns } from '../lifecycle/said-decisions.ts';

const matched: DnsObservation = { kind: 'cname-matched', evidence: [] };
const missing: DnsObservation = { kind: 'cname-missing', evidence: [] };
const lostRace = () => new LostRace([], undefined);

/** A domain row that a step reads and writes, as the store would. */
function aRow(stored: Domain | undefined) {
  const row = { stored, changes: [] as Change[], extended: [] as [string, Execution['lastCheck']][] };
  const domains = {
    get: vi.fn(async () => row.stored),
    replace: vi.fn(async (before: Domain, after: Domain, change: Change) => {
      if (before.version !== row.stored?.version) throw lostRace();
      row.stored = { ...after, version: before.version + 1 };
      row.changes.push(change);
    }),
    extend: vi.fn(
      async (_: Domain, dueAt: string, lastCheck?: Execution['lastCheck']) => void row.extended.push([dueAt, lastCheck]),
    ),
  };
  return { row, domains };
}

function dnsStep(observation: DnsObservation, now = NOW) {
  const gather = vi.fn(async () => ({ observation }));
  const step: Step<'awaiting-dns', DnsObservation> = { name: 'check-dns', phase: 'awaiting-dns', gather, decide: decideOnDns };
  const ports = (domains: ReturnType<typeof aRow>['domains']) => ({
    ...AT_NO_PRICE,
    domains,
    clock: () => now,
    log: vi.fn(),
    restoreEpoch: 2,
  });
  return {
    gather,
    run: (domains: ReturnType<typeof aRow>['domains'], attempt = 1, epoch = 2, run?: string) =>
      runStep(step, ports(domains))({ domainId: 1, attempt, timings, epoch, ...(run !== undefined && { run }) }),
  };
}

it.each([0, 1])(
  'an execution that was started before the table was restored ends quietly, though its attempt is the row’s again: epoch %d of 2',
  async (epoch) => {
    const { row, domains } = aRow(aDomain('awaiting-dns'));
    const { gather, run } = dnsStep(matched);
    expect(await run(domains, 1, epoch)).toEqual({ next: 'done', waitSeconds: 0 });
    expect(gather).not.toHaveBeenCalled();
    expect([...row.changes, ...row.extended]).toEqual([]);
  },
);

it('an execution goes on that a deployment started which already knows of one restore more', async () => {
  const { domains } = aRow(aDomain('awaiting-dns'));
  expect(await dnsStep(matched).run(domains, 1, 3)).toEqual({ next: 'prepare-issuance', waitSeconds: 0 });
});

it('a step of the lifecycle writes once what it decided, and names the next step', async () => {
  const { row, domains } = aRow(aDomain('awaiting-dns'));
  expect(await dnsStep(matched).run(domains)).toEqual({ next: 'prepare-issuance', waitSeconds: 0 });
  expect(domains.replace).toHaveBeenCalledTimes(1);
  expect(row.changes[0]).toMatchObject({ timeline: 'domain.validated', events: ['domain.validated'] });
  expect(row.stored?.execution.dueAt).toBe(iso(1_800_000));
});

it('a step of the lifecycle run a second time changes nothing and names the same next step', async () => {
  const { domains } = aRow(aDomain('awaiting-dns'));
  await dnsStep(matched).run(domains);
  const again = dnsStep(matched);
  expect(await again.run(domains)).toEqual({ next: 'prepare-issuance', waitSeconds: 0 });
  expect(again.gather).not.toHaveBeenCalled();
  expect(domains.replace).toHaveBeenCalledTimes(1);
});

const DONE = { next: 'done', waitSeconds: 0 };

it('of two runs of one attempt the first that writes goes on, and every step of the other ends without a look outside', async () => {
  const { row, domains } = aRow(aDomain('awaiting-dns'));
  const [first, second] = [dnsStep(matched), dnsStep(matched)];
  expect(await first.run(domains, 1, 2, 'run_1')).toEqual({ next: 'prepare-issuance', waitSeconds: 0 });
  expect(row.stored?.execution.run).toEqual({ attempt: 1, id: 'run_1' });
  for (const run of ['run_2', '', undefined]) expect(await second.run(domains, 1, 2, run)).toEqual(DONE);
  expect(second.gather).not.toHaveBeenCalled();
  expect(await second.run(domains, 1, 2, 'run_1')).toEqual({ next: 'prepare-issuance', waitSeconds: 0 });
});

it('of two runs that look at once the one that loses the race ends', async () => {
  const { row, domains } = aRow(aDomain('awaiting-dns'));
  const other = dnsStep(matched);
  domains.replace.mockImplementationOnce(async () => {
    await other.run(domains, 1, 2, 'run_2');
    throw lostRace();
  });
  expect(await dnsStep(matched).run(domains, 1, 2, 'run_1')).toEqual(DONE);
  expect(row.stored?.execution.run).toEqual({ attempt: 1, id: 'run_2' });
  expect(row.changes).toHaveLength(1);
});

it('the run of an attempt before says nothing about the next attempt', async () => {
  const before = { attempt: 2, run: { attempt: 1, id: 'run_1' } };
  for (const run of ['run_2', undefined]) {
    const { row, domains } = aRow(aDomain('awaiting-dns', { execution: before }));
    expect(await dnsStep(matched).run(domains, 2, 2, run)).toEqual({ next: 'prepare-issuance', waitSeconds: 0 });
    expect(row.stored?.execution.run).toEqual(run === undefined ? undefined : { attempt: 2, id: run });
  }
});

it.each([
  ['whose attempt is not the present one', aDomain('awaiting-dns', { execution: { attempt: 2 } })],
  ['whose domain is gone', undefined],
])('a step of the lifecycle of an execution %s ends quietly', async (_, stored) => {
  const { domains } = aRow(stored);
  const step = dnsStep(matched);
  expect(await step.run(domains)).toEqual({ next: 'done', waitSeconds: 0 });
  expect(step.gather).not.toHaveBeenCalled();
  expect(domains.replace).not.toHaveBeenCalled();
});

it('a step of the lifecycle that lost a race decides again on what it saw, without another check outside', async () => {
  const { row, domains } = aRow(aDomain('awaiting-dns'));
  domains.replace.mockImplementationOnce(async () => {
    row.stored = aDomain('awaiting-dns', { version: 2, metadata: { plan: 'pro' } });
    throw lostRace();
  });
  const step = dnsStep(matched);
  await step.run(domains);
  expect(step.gather).toHaveBeenCalledTimes(1);
  expect(row.stored).toMatchObject({ phase: 'preparing', metadata: { plan: 'pro' } });
});

it('a step of the lifecycle that lost a race reads again what it was to spend, and writes what it spends with its row, once', async () => {
  const { row, domains } = aRow(aDomain('awaiting-dns'));
  domains.replace.mockImplementationOnce(async () => Promise.reject(lostRace()));
  const room = (seen: number): Spend => ({
    ...{ kind: 'take', account: 'ca', limited: { key: 'orders', limit: { count: 1, windowSeconds: 1 } } },
    ...{ seen, atMs: 0, needsRoom: true },
  });
  const step: Step<'awaiting-dns', Spend> = {
    ...{ name: 'check-dns', phase: 'awaiting-dns' },
    gather: vi.fn(async () => ({ observation: room(1) })),
    readAgain: vi.fn(async () => ({ observation: room(2) })),
    decide: (domain, spend) => withSpends(becomes({ ...domain, dnsStatus: 'validated' } as Domain, 'x'), [spend]),
  };
  const pauseAfterLostRace = vi.fn(async () => {});
  const spendWrites = (spends: readonly Spend[]) => spends.map((spend) => ({ Put: { TableName: 'x', Item: { ...spend } } }));
  const ports = { domains, clock: () => NOW, log: vi.fn(), restoreEpoch: 0, spendWrites, pauseAfterLostRace };
  await runStep(step, ports)({ domainId: 1, attempt: 1, timings, epoch: 0 });
  expect(step.gather).toHaveBeenCalledTimes(1);
  expect(pauseAfterLostRace.mock.calls).toEqual([[1]]);
  expect(row.changes.map(({ alongside }) => alongside)).toEqual([[{ Put: { TableName: 'x', Item: room(2) } }]]);
});

it('a step of the lifecycle that always loses gives up after six tries, for the machine to repeat it', async () => {
  const { domains } = aRow(aDomain('awaiting-dns'));
  domains.replace.mockImplementation(async () => Promise.reject(lostRace()));
  await expect(dnsStep(matched).run(domains)).rejects.toBeInstanceOf(LostRace);
  expect(domains.replace).toHaveBeenCalledTimes(6);
});

it('a step of the lifecycle that sees nothing new does not write until its due time comes near', async () => {
  const lastCheck = { at: iso(-300_000), nextAt: iso(0) };
  const quiet = aDomain('awaiting-dns', { diagnosis: { code: 'cname_not_found', evidence: [] }, execution: { lastCheck } });
  const { row, domains } = aRow(quiet);
  await dnsStep(missing, NOW).run(domains);
  expect(row.extended).toEqual([]);
  const soon = later(1_000_000); // 300 s until the next check, half of the 1,800 s of silence beyond it
  await dnsStep(missing, soon).run(domains);
  expect(row.extended).toEqual([[iso(12_100_000), { at: iso(1_000_000), nextAt: iso(1_300_000), quiet: 1 }]]);
});

it('a step of the lifecycle that watches DNS writes the first check of an execution, even if it is quiet', async () => {
  const { row, domains } = aRow(aDomain('awaiting-dns', { diagnosis: { code: 'cname_not_found', evidence: [] } }));
  await dnsStep(missing, NOW).run(domains);
  expect(row.extended).toEqual([[iso(11_100_000), { at: iso(0), nextAt: iso(300_000), quiet: 1 }]]);
});

it('a step of the lifecycle writes down a check after which it waits, and none once another step has its turn', async () => {
  const { row, domains } = aRow(aDomain('awaiting-dns'));
  await dnsStep(missing).run(domains);
  expect(row.stored?.execution.lastCheck).toEqual({ at: iso(0), nextAt: iso(300_000) });
  await dnsStep(matched, later(300_000)).run(domains);
  expect(row.stored).toMatchObject({ phase: 'preparing' });
  expect(row.stored).not.toHaveProperty('execution.lastCheck');
});

it('a step of the lifecycle asked for too early, by a repeat or a new execution, waits for what is left', async () => {
  const { domains } = aRow(aDomain('awaiting-dns', { execution: { notBefore: iso(90_000) } }));
  const step = dnsStep(matched);
  expect(await step.run(domains)).toEqual({ next: 'check-dns', waitSeconds: 90 });
  expect(step.gather).not.toHaveBeenCalled();
  expect(await dnsStep(matched, later(90_000)).run(domains)).toEqual({ next: 'prepare-issuance', waitSeconds: 0 });
});

it('a step of the lifecycle that brings the domain to rest takes it off the due index', async () => {
  const { row, domains } = aRow(aDomain('awaiting-dns'));
  expect(await dnsStep(missing, later(86_400_000)).run(domains)).toEqual({ next: 'done', waitSeconds: 0 });
  expect(row.stored).toMatchObject({ phase: 'failed' });
  expect(row.stored).not.toHaveProperty('execution.dueAt');
});

it('a step of the lifecycle refuses an input that is not its own', async () => {
  const { domains } = aRow(aDomain('awaiting-dns'));
  await expect(dnsStep(matched).run(domains, 0)).rejects.toThrow();
});

it('a step of the lifecycle that puts a domain to rest ends the execution, and leaves the next check to the sweep', async () => {
  const { row, domains } = aRow(aDomain('awaiting-dns', { execution: { restarts: 2 } }));
  const step: Step<'awaiting-dns', DnsObservation> = {
    name: 'check-dns',
    phase: 'awaiting-dns',
    gather: vi.fn(async () => ({ observation: missing })),
    decide: (domain) => rests(domain, 'dns.watched', 7200),
  };
  const run = () =>
    runStep(step, { ...AT_NO_PRICE, domains, clock: () => NOW, log: vi.fn(), restoreEpoch: 0 })({
      domainId: 1,
      attempt: 1,
      timings,
      epoch: 0,
    });
  expect(await run()).toEqual({ next: 'done', waitSeconds: 0 });
  expect(row.stored).toMatchObject({ execution: { resumeAt: iso(7_200_000), dueAt: iso(7_200_000), restarts: 0 } });
  expect(row.stored).not.toHaveProperty('execution.notBefore');
  expect(await run()).toEqual({ next: 'done', waitSeconds: 0 });
  expect(step.gather).toHaveBeenCalledTimes(1);
});
