import { expect, it, vi } from 'vitest';
import { decideOnDns } from '../../../lambdas/lifecycle/dns-transition.ts';
import type { DnsObservation } from '../../../lambdas/lifecycle/observation.ts';
import type { Spend } from '../../../lambdas/lifecycle/spend.ts';
import { restTransition, transitionTo, withSpends } from '../../../lambdas/lifecycle/transition.ts';
import { domainOf } from '../../../lambdas/model/domains/domain-item.ts';
import type { Domain } from '../../../lambdas/model/domains/domain-row.schema.ts';
import { keys } from '../../../lambdas/shared/table/keys.ts';
import { LostRace } from '../../../lambdas/shared/table/lost-race.ts';
import { runStep, type Step } from '../../../lambdas/steps/run-step.ts';
import { openRows } from '../../../lambdas/wiring/rows.wiring.ts';
import { openSteps } from '../../../lambdas/wiring/steps.wiring.ts';
import { aDomain, iso, later, NOW, timings } from '../a-domain.ts';
import { clock, DOMAIN_ID, itemOf, itemsUnder, meanwhile, tableHolds, writes } from '../api/api-caller.ts';
import { edgesWith } from '../edges.ts';
import { settings } from '../settings.ts';

const matched: DnsObservation = { kind: 'cname-matched', evidence: [] };
const missing: DnsObservation = { kind: 'cname-missing', evidence: [] };

const pauseAfterLostRace = vi.fn(async () => {});
const ports = openSteps(openRows(edgesWith({ settings: { ...settings, restoreEpoch: 2 }, pauseAfterLostRace })));
const ROW = `DOMAIN#${DOMAIN_ID}|DOMAIN`;

let items: ReturnType<typeof tableHolds>;
const row = () => domainOf(items.get(ROW) ?? expect.fail('the row is gone'));
function holds(stored: Domain | undefined, ...more: Record<string, unknown>[]): void {
  items = tableHolds(...(stored ? [itemOf(stored)] : []), ...more);
}
/** A concurrent write of the row. */
function writesRow(changes: Partial<Domain> = {}): void {
  items.set(ROW, itemOf({ ...row(), ...changes, version: row().version + 1 } as Domain));
}

const input = { domainId: DOMAIN_ID, attempt: 1, timings, epoch: 2 };

function dnsStep(observation: DnsObservation, now = NOW) {
  const gather = vi.fn(async () => ({ observation }));
  const step: Step<'awaiting-dns', DnsObservation> = { name: 'check-dns', phase: 'awaiting-dns', gather, decide: decideOnDns };
  const run = (changes: object = {}) => {
    clock.now = now;
    return runStep(step, ports)({ ...input, ...changes });
  };
  return { gather, run };
}

it.each([0, 1])(
  'an execution that was started before the table was restored ends quietly, though its attempt is the row’s again: epoch %d of 2',
  async (epoch) => {
    holds(aDomain('awaiting-dns'));
    const { gather, run } = dnsStep(matched);
    expect(await run({ epoch })).toEqual({ next: 'done', waitSeconds: 0 });
    expect(gather).not.toHaveBeenCalled();
    expect(row().version).toBe(1);
  },
);

it('an execution goes on that a deployment started which already knows of one restore more', async () => {
  holds(aDomain('awaiting-dns'));
  expect(await dnsStep(matched).run({ epoch: 3 })).toEqual({ next: 'prepare-issuance', waitSeconds: 0 });
});

it('a step of the lifecycle writes once what it decided, and names the next step', async () => {
  holds(aDomain('awaiting-dns'));
  expect(await dnsStep(matched).run()).toEqual({ next: 'prepare-issuance', waitSeconds: 0 });
  expect(writes()).toHaveLength(1);
  expect(itemsUnder(items, 'OUTBOX#')).toMatchObject([{ event: 'domain.validated' }]);
  expect(itemsUnder(items, 'DOMAIN#').filter(({ what }) => what)).toMatchObject([{ what: 'domain.validated' }]);
  expect(row().execution.dueAt).toBe(iso(1_800_000));
});

it('a step of the lifecycle run a second time changes nothing and names the same next step', async () => {
  holds(aDomain('awaiting-dns'));
  await dnsStep(matched).run();
  const again = dnsStep(matched);
  expect(await again.run()).toEqual({ next: 'prepare-issuance', waitSeconds: 0 });
  expect(again.gather).not.toHaveBeenCalled();
  expect(writes()).toHaveLength(1);
});

const DONE = { next: 'done', waitSeconds: 0 };

it('of two runs of one attempt the first that writes goes on, and every step of the other ends without a look outside', async () => {
  holds(aDomain('awaiting-dns'));
  const [first, second] = [dnsStep(matched), dnsStep(matched)];
  expect(await first.run({ run: 'run_1' })).toEqual({ next: 'prepare-issuance', waitSeconds: 0 });
  expect(row().execution.run).toEqual({ attempt: 1, id: 'run_1' });
  for (const run of ['run_2', '', undefined]) expect(await second.run({ run })).toEqual(DONE);
  expect(second.gather).not.toHaveBeenCalled();
  expect(await second.run({ run: 'run_1' })).toEqual({ next: 'prepare-issuance', waitSeconds: 0 });
});

it('of two runs that look at once the one that loses the race ends', async () => {
  holds(aDomain('awaiting-dns'));
  const [first, second] = [dnsStep(matched), dnsStep(matched)];
  first.gather.mockImplementationOnce(async () => {
    await second.run({ run: 'run_2' });
    return { observation: matched };
  });
  expect(await first.run({ run: 'run_1' })).toEqual(DONE);
  expect(row()).toMatchObject({ version: 2, execution: { run: { attempt: 1, id: 'run_2' } } });
});

it('the run of an attempt before says nothing about the next attempt', async () => {
  const before = { attempt: 2, run: { attempt: 1, id: 'run_1' } };
  for (const run of ['run_2', undefined]) {
    holds(aDomain('awaiting-dns', { execution: before }));
    expect(await dnsStep(matched).run({ attempt: 2, run })).toEqual({ next: 'prepare-issuance', waitSeconds: 0 });
    expect(row().execution.run).toEqual(run === undefined ? undefined : { attempt: 2, id: run });
  }
});

it.each([
  ['whose attempt is not the present one', aDomain('awaiting-dns', { execution: { attempt: 2 } })],
  ['whose domain is gone', undefined],
])('a step of the lifecycle of an execution %s ends quietly', async (_, stored) => {
  holds(stored);
  const step = dnsStep(matched);
  expect(await step.run()).toEqual({ next: 'done', waitSeconds: 0 });
  expect(step.gather).not.toHaveBeenCalled();
  expect(writes()).toEqual([]);
});

it('a step of the lifecycle that lost a race decides again on what it saw, without another check outside', async () => {
  holds(aDomain('awaiting-dns'));
  meanwhile(() => writesRow({ metadata: { plan: 'pro' } }));
  const step = dnsStep(matched);
  await step.run();
  expect(step.gather).toHaveBeenCalledTimes(1);
  expect(row()).toMatchObject({ phase: 'preparing', metadata: { plan: 'pro' } });
});

it('a step of the lifecycle that lost a race reads again what it was to spend, and writes what it spends with its row, once', async () => {
  const budget = keys.caBudget('ca', 'orders');
  const [none, others] = [undefined, NOW.getTime() + 1];
  holds(aDomain('awaiting-dns'), { ...budget, arrivalMs: others });
  const room = (seen: number | undefined): Spend => ({
    ...{ kind: 'take', account: 'ca', limited: { key: 'orders', limit: { count: 2, windowSeconds: 2 } } },
    ...{ seen, atMs: NOW.getTime(), needsRoom: true },
  });
  const step: Step<'awaiting-dns', Spend> = {
    ...{ name: 'check-dns', phase: 'awaiting-dns' },
    gather: vi.fn(async () => ({ observation: room(none) })),
    readAgain: vi.fn(async () => ({ observation: room(others) })),
    decide: (domain, spend) => withSpends(transitionTo({ ...domain, dnsStatus: 'validated' } as Domain, 'x'), [spend]),
  };
  pauseAfterLostRace.mockClear();
  await runStep(step, ports)(input);
  expect(step.gather).toHaveBeenCalledTimes(1);
  expect(pauseAfterLostRace.mock.calls).toEqual([[1]]);
  expect(row()).toMatchObject({ version: 2, dnsStatus: 'validated' });
  expect(items.get(`${budget.pk}|${budget.sk}`)).toMatchObject({ arrivalMs: others + 1_000 });
});

it('a step of the lifecycle that always loses gives up after six tries, for the machine to repeat it', async () => {
  holds(aDomain('awaiting-dns'));
  for (let times = 0; times < 10; times += 1) meanwhile(() => writesRow());
  await expect(dnsStep(matched).run()).rejects.toBeInstanceOf(LostRace);
  expect(writes()).toHaveLength(6);
});

it('a step of the lifecycle that sees nothing new does not write until its due time comes near', async () => {
  const lastCheck = { at: iso(-300_000), nextAt: iso(0) };
  const quiet = aDomain('awaiting-dns', { diagnosis: { code: 'cname_not_found', evidence: [] }, execution: { lastCheck } });
  holds(quiet);
  await dnsStep(missing, NOW).run();
  expect(row().version).toBe(1);
  const soon = later(1_000_000); // `dueAt` is in 800 s: less than the wait of 300 s and half of the 1,800 s of silence
  await dnsStep(missing, soon).run();
  const checked = { at: iso(1_000_000), nextAt: iso(1_300_000), quiet: 1 };
  expect(row().execution).toMatchObject({ dueAt: iso(12_100_000), lastCheck: checked });
});

it('a step of the lifecycle that watches DNS writes the first check of an execution, even if it is quiet', async () => {
  holds(aDomain('awaiting-dns', { diagnosis: { code: 'cname_not_found', evidence: [] } }));
  await dnsStep(missing, NOW).run();
  const checked = { at: iso(0), nextAt: iso(300_000), quiet: 1 };
  expect(row().execution).toMatchObject({ dueAt: iso(11_100_000), lastCheck: checked });
});

it('a step of the lifecycle writes down a check after which it waits, and none once another step has its turn', async () => {
  holds(aDomain('awaiting-dns'));
  await dnsStep(missing).run();
  expect(row().execution.lastCheck).toEqual({ at: iso(0), nextAt: iso(300_000) });
  await dnsStep(matched, later(300_000)).run();
  expect(row()).toMatchObject({ phase: 'preparing' });
  expect(row()).not.toHaveProperty('execution.lastCheck');
});

it('a step of the lifecycle asked for too early, by a repeat or a new execution, waits for what is left', async () => {
  holds(aDomain('awaiting-dns', { execution: { notBefore: iso(90_000) } }));
  const step = dnsStep(matched);
  expect(await step.run()).toEqual({ next: 'check-dns', waitSeconds: 90 });
  expect(step.gather).not.toHaveBeenCalled();
  expect(await dnsStep(matched, later(90_000)).run()).toEqual({ next: 'prepare-issuance', waitSeconds: 0 });
});

it('a step of the lifecycle that brings the domain to rest takes it off the due index', async () => {
  holds(aDomain('awaiting-dns'));
  expect(await dnsStep(missing, later(86_400_000)).run()).toEqual({ next: 'done', waitSeconds: 0 });
  expect(row()).toMatchObject({ phase: 'failed' });
  expect(row()).not.toHaveProperty('execution.dueAt');
});

it('a step of the lifecycle refuses an input that is not its own', async () => {
  holds(aDomain('awaiting-dns'));
  await expect(dnsStep(matched).run({ attempt: 0 })).rejects.toThrow();
});

it('a step of the lifecycle that puts a domain to rest ends the execution, and leaves the next check to the sweep', async () => {
  holds(aDomain('awaiting-dns', { execution: { restarts: 2 } }));
  const step: Step<'awaiting-dns', DnsObservation> = {
    name: 'check-dns',
    phase: 'awaiting-dns',
    gather: vi.fn(async () => ({ observation: missing })),
    decide: (domain) => restTransition(domain, 'dns.watched', 7200),
  };
  const run = () => runStep(step, ports)(input);
  expect(await run()).toEqual({ next: 'done', waitSeconds: 0 });
  expect(row()).toMatchObject({ execution: { resumeAt: iso(7_200_000), dueAt: iso(7_200_000), restarts: 0 } });
  expect(row()).not.toHaveProperty('execution.notBefore');
  expect(await run()).toEqual({ next: 'done', waitSeconds: 0 });
  expect(step.gather).toHaveBeenCalledTimes(1);
});
