import { afterEach, describe, expect, it } from 'vitest';
import type { StepName } from '../../../../contract/stack/steps.ts';
import { updateDomain } from '../../../../lambdas/api/domains/update-domain.ts';
import { STEP_OF_PHASE } from '../../../../lambdas/model/domains/phase.ts';
import { apiCaller, DOMAIN_ID, itemsUnder, opened } from '../../api/api-caller.ts';
import { settings } from '../../settings.ts';
import { ASpendingDomain } from '../a-spending-domain.ts';

const zoned = { settings: { ...settings, validationZone: 'validation.cname.service.net' } };
const call = apiCaller(opened([updateDomain], zoned));

let world: ASpendingDomain;
afterEach(() => world.stop());

/** Runs a step of the first attempt. The domain is changed between the step's outside calls and its write. */
async function changedInMidStep(step: StepName, body: object): Promise<void> {
  world = await ASpendingDomain.before(step);
  world.meanwhile = async () => {
    expect((await call({ method: 'PATCH', path: `/api/domains/${DOMAIN_ID}`, body })).status).toBe(200);
  };
  await world.run(step, 1);
}

const turnOf = () => STEP_OF_PHASE[world.row?.phase ?? 'failed'];
const executions = () => itemsUnder(world.items, 'OUTBOX#').filter(({ kind }) => kind === 'execution');
const copies = () => [...world.items.keys()].filter((key) => key.includes('|CERT#'));

describe('a PATCH in the middle of a step', () => {
  it.each([
    ['check-dns', { server_id: 2 }],
    ['check-dns', { validation: 'dns' }],
    ['prepare-issuance', { server_id: 2 }],
    ['prepare-issuance', { validation: 'dns' }],
    ['poll-order', { server_id: 2 }],
    ['finalize-order', { server_id: 2 }],
    ['download-certificate', { server_id: 2 }],
    ['verify-installation', { validation: 'dns' }],
  ] as const)('begins the next attempt, and what %s has seen before %j does not count', async (step, body) => {
    await changedInMidStep(step, body);
    expect(turnOf()).toBe(step);
    expect(executions()).toMatchObject([{ step, attempt: 2 }]);
    expect(world.row?.execution).toMatchObject({ attempt: 2, restarts: 0 });
  });

  it.each(['poll-order', 'finalize-order', 'download-certificate'] as const)(
    'that moves the domain during %s has its certificate put at the new server alone, by the one order',
    async (step) => {
      await changedInMidStep(step, { server_id: 2 });
      await world.goOnTo('installing');
      expect([copies(), world.ca.orders.length]).toEqual([['SERVER#org_A#2|CERT#shop.customer.com'], 1]);
    },
  );

  it.each(['create-order', 'answer-challenge'] as const)('leaves the order that %s has placed or answered', async (step) => {
    await changedInMidStep(step, { server_id: 2 });
    expect([turnOf(), executions(), world.ca.orders.length]).toEqual(['poll-order', [], 1]);
  });
});
