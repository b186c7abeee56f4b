import { expect, it } from 'vitest';
import { lookAtMachines } from '../../../lambdas/checks/look-at-server.ts';
import type { Machine } from '../../../lambdas/model/servers/server.schema.ts';
import { silentMachines, withSilent } from '../../../lambdas/model/servers/server.ts';
import { iso, NOW, SECOND } from '../a-domain.ts';
import { machine, server } from '../agent-api/an-agent.ts';

const SILENT_AFTER = 660;
const named = (name: string, lastSeenAt: string | undefined): Machine => ({ ...machine, id: name, name, lastSeenAt });
const seenAgo = (seconds: number) => iso(-seconds * SECOND);
/** Checks machines after the sweep has stored the silent ones. */
const seen = (...machines: Machine[]) =>
  lookAtMachines(
    withSilent({ ...server, machineCount: machines.length }, silentMachines(machines, SILENT_AFTER, NOW)),
    SILENT_AFTER,
    NOW,
  );

it.each<[string, Machine[], object]>([
  ['all are heard of', [named('a', seenAgo(0)), named('b', seenAgo(SILENT_AFTER))], { kind: 'machines-heard' }],
  [
    'one of two is silent',
    [named('a', seenAgo(0)), named('b', seenAgo(SILENT_AFTER + 0.001))],
    { kind: 'machines-silent', reason: 'machine_silent', observed: `b (last heard of at ${seenAgo(SILENT_AFTER + 0.001)})` },
  ],
  [
    'all are silent, the longest silent first',
    [named('a', seenAgo(1_000)), named('b', seenAgo(2_000))],
    {
      kind: 'machines-silent',
      reason: 'server_silent',
      observed: `b (last heard of at ${seenAgo(2_000)}), a (last heard of at ${seenAgo(1_000)})`,
    },
  ],
  [
    'of six the first five, and how many more',
    ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => named(name, seenAgo(1_000))),
    { observed: expect.stringMatching(/^a .*, e \(last heard of at .+\), 1 more$/) },
  ],
  ['none is enrolled', [], { kind: 'machines-silent' }],
])('silent machines of a server are told by their names, and since when: %s', (_, machines, found) => {
  expect(seen(...machines)).toMatchObject(found);
});

it('a machine that was enrolled and never asked is silent since then', () => {
  const never = { ...named('a', undefined), enrolledAt: seenAgo(SILENT_AFTER + 1) };
  expect(seen(never)).toMatchObject({ reason: 'server_silent', observed: `a (last heard of at ${never.enrolledAt})` });
});

it('of more silent machines than a server names, the others are counted', () => {
  const machines = Array.from({ length: 1_000 }, (_, n) => named(`m${n}`, seenAgo(1_000)));
  expect(seen(...machines)).toMatchObject({ reason: 'server_silent', observed: expect.stringMatching(/, 995 more$/) });
});

it('a server of which no machine was heard lately is silent, before the sweep has noticed which are', () => {
  const found = (seconds: number) => lookAtMachines({ ...server, lastSeenAt: seenAgo(seconds) }, SILENT_AFTER, NOW);
  expect(found(SILENT_AFTER)).toEqual({ kind: 'machines-heard' });
  expect(found(SILENT_AFTER + 1)).toMatchObject({
    reason: 'server_silent',
    observed: expect.stringContaining(seenAgo(SILENT_AFTER + 1)),
  });
});

it('a server that is gone has no machine', () => {
  expect(lookAtMachines(undefined, SILENT_AFTER, NOW)).toEqual({ kind: 'machines-silent' });
});
