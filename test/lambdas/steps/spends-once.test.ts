import { afterEach, describe, expect, it } from 'vitest';
import { STEP_NAMES, type StepName } from '../../../contract/stack/steps.ts';
import type { Phase } from '../../../lambdas/model/domains/domain-row.schema.ts';
import { ASpendingDomain, type Kill } from './a-spending-domain.ts';

const TIMES = 5;
const ATTEMPT = 1;

/** Writes that a step may make before its decision, by the first word of the key. They can be repeated and use nothing up. */
const ACTS: Record<StepName, string[]> = {
  'check-dns': [],
  // Notifies the server's agents that a challenge for this hostname may come.
  'prepare-issuance': ['SERVER', 'CHANGES', 'ORG'],
  'create-order': ['CHALLENGE'],
  'answer-challenge': ['CHALLENGE'],
  'poll-order': [],
  'finalize-order': [],
  'download-certificate': [],
  'verify-installation': [],
  'verify-move': [],
  'retire-certificate': ['SERVER', 'CHANGES', 'ORG'],
  'revoke-certificate': [],
  'remove-domain': [],
};

let world: ASpendingDomain;
afterEach(() => world.stop());

async function once(step: StepName, isProbeDue: boolean) {
  world = await ASpendingDomain.before(step, isProbeDue);
  const before = world.spent();
  const writes = await world.run(step, ATTEMPT);
  return { before, spent: world.spent(), phase: world.row?.phase, writes };
}

async function killed(step: StepName, isProbeDue: boolean, kill: Kill, phase: Phase | undefined) {
  world = await ASpendingDomain.before(step, isProbeDue);
  for (let times = 1; times <= TIMES; times += 1) await world.run(step, ATTEMPT, kill);
  await world.run(step, ATTEMPT);
  await world.goOnTo(phase);
  return { spent: world.spent(), phase: world.row?.phase };
}

describe.each(STEP_NAMES.flatMap((step) => [[step, false] as const, [step, true] as const]))(
  'the step %s, with a probe of the CA due: %s',
  (step, isProbeDue) => {
    it('has spent once when it was run five times, or killed five times at any write', async () => {
      const { spent, phase, writes } = await once(step, isProbeDue);
      for (let times = 2; times <= TIMES; times += 1) await world.run(step, ATTEMPT);
      expect(world.spent()).toEqual(spent);
      for (let write = 1; write <= writes; write += 1)
        for (const when of ['before', 'after'] as const)
          expect(await killed(step, isProbeDue, { when, write }, phase), `${when} write ${write}`).toEqual({ spent, phase });
    });

    it('writes nothing before it has decided but what a repeat does again', async () => {
      await once(step, isProbeDue);
      const allowed = isProbeDue ? [...ACTS[step], 'ACME'] : ACTS[step];
      expect([...world.early].filter((key) => !allowed.includes(key))).toEqual([]);
    });
  },
);

it('the steps spend each limit where it is said: the slot before the order, the certificate when it is there', async () => {
  const spending: Partial<Record<StepName, string[]>> = {};
  for (const step of STEP_NAMES) {
    const { before, spent } = await once(step, false);
    const new_ = Object.keys(spent).filter((key) => !(key in before));
    if (new_.length > 0) spending[step] = new_;
  }
  const certificate = ['BUDGET#domain:customer.com', 'BUDGET#name:shop.customer.com'];
  expect(spending).toEqual({
    'prepare-issuance': ['BUDGET#orders', 'BUDGET#org:org_A'],
    'poll-order': certificate,
    'finalize-order': certificate,
    'download-certificate': certificate,
  });
});
