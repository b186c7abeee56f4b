import { afterEach, describe, expect, it, vi } from 'vitest';
import type { StepName } from '../../../contract/stack/steps.ts';
import { deleteDomain } from '../../../lambdas/api/domains/delete-domain.ts';
import { type ProofStore, proofStore } from '../../../lambdas/model/domains/challenge/challenge.store.ts';
import type { HostedZone } from '../../../lambdas/route53-publisher/hosted-zone.gateway.ts';
import { zonePublisher } from '../../../lambdas/route53-publisher/publish-zone.ts';
import { openRows } from '../../../lambdas/wiring/rows.wiring.ts';
import { openZone } from '../../../lambdas/wiring/zone.wiring.ts';
import { apiCaller, clock, DOMAIN_ID, newId, opened, table } from '../api/api-caller.ts';
import { edgesWith } from '../edges.ts';
import { settings } from '../settings.ts';
import { ASpendingDomain, type Kill } from './a-spending-domain.ts';

const ATTEMPT = 1;
const STEPS_OF_AN_ORDER = [
  ...['check-dns', 'prepare-issuance', 'create-order', 'answer-challenge'],
  ...['poll-order', 'finalize-order', 'download-certificate', 'verify-installation'],
] as StepName[];
const VALIDATION_ZONE = 'validation.cname.service.net';

/** Records of the validation zone in Route 53, by name. */
let zoneHas: Map<string, readonly string[]>;
const hostedZone: HostedZone = {
  id: 'Z1',
  async change(changes) {
    for (const { action, set } of changes.filter((change) => change.set.type === 'TXT')) {
      if (action === 'DELETE') zoneHas.delete(set.name);
      else zoneHas.set(set.name, set.values);
    }
    return { kind: 'sent', changeId: 'C1' };
  },
  replace: () => expect.fail('nothing is refused here'),
  progress: async () => 'in-sync',
};

const zoneQueue = { send: vi.fn(async () => []) };
const zoneEdges = edgesWith({
  settings: { ...settings, validationZone: VALIDATION_ZONE },
  askEveryServer: async (name, type) => {
    const records = (zoneHas.get(name) ?? []).map((value) => ({ type, name, ttl: 1, value }));
    return [{ server: 'ns1.service.net', type, said: 'records', records }];
  },
  caaIdentitiesOf: () => async () => [],
  zoneQueue,
  hostedZone,
  defaultAddresses: [],
});
/** Runs the zone publisher until it sends no message. */
async function settle(): Promise<void> {
  do {
    zoneQueue.send.mockClear();
    clock.now = new Date(clock.now.getTime() + 5_000);
    await zonePublisher(openZone(openRows(zoneEdges)))();
  } while (zoneQueue.send.mock.calls.length > 0);
}

const call = apiCaller(opened([deleteDomain]));
const shown = proofStore(table, () => newId('evt'));
let world: ASpendingDomain;
afterEach(() => world.stop());

async function arriveAt(step: StepName, proofs: ProofStore = shown): Promise<void> {
  zoneHas = new Map();
  world = await ASpendingDomain.before(step, false, { target: `secret.${VALIDATION_ZONE}`, proofs, settle });
}

async function requestRemoval(): Promise<void> {
  world.stop();
  expect((await call({ method: 'DELETE', path: `/api/domains/${DOMAIN_ID}` })).status).toBe(200);
}

/** Runs the execution that `DELETE` starts. Returns the number of writes of its first step. */
async function remove(kill?: Kill): Promise<number> {
  const attempt = ATTEMPT + 1;
  const writes = await world.run('remove-domain', attempt, kill);
  for (const step of ['remove-domain', 'revoke-certificate', 'remove-domain'] as const) await world.run(step, attempt);
  return writes;
}

const left = () => {
  const items = [...world.items.values()];
  const [proofs, sealedKeys] = ['proof', 'sealedKey'].map((member) => items.filter((item) => namesWithin(item).has(member)));
  return { zone: [...zoneHas], row: world.row, proofs, sealedKeys };
};
const NOTHING = { zone: [], row: undefined, proofs: [], sealedKeys: [] };

function namesWithin(value: unknown): Set<string> {
  if (typeof value !== 'object' || value === null) return new Set();
  return new Set(Object.entries(value).flatMap(([name, member]) => [name, ...namesWithin(member)]));
}

describe.each(STEPS_OF_AN_ORDER)('a domain that is deleted at the step %s of its order', (step) => {
  it('leaves nothing: no record in the zone, no proof, no row, no key and no execution, wherever the step was killed', async () => {
    await arriveAt(step);
    const writes = await world.run(step, ATTEMPT);
    for (let write = 0; write <= writes; write += 1)
      for (const when of ['before', 'after'] as const) {
        await arriveAt(step);
        if (write > 0) await world.run(step, ATTEMPT, { when, write });
        await requestRemoval();
        world.listens();
        await remove();
        const ofBefore = await world.run(step, ATTEMPT);
        world.stop();
        await settle();
        expect([left(), ofBefore], `${when} write ${write}`).toEqual([NOTHING, 0]);
      }
  });

  it('leaves nothing where its removal is killed', async () => {
    await arriveAt(step);
    await requestRemoval();
    world.listens();
    const writes = await remove();
    for (let write = 1; write <= writes; write += 1)
      for (const when of ['before', 'after'] as const) {
        await arriveAt(step);
        await requestRemoval();
        world.listens();
        await remove({ when, write });
        world.stop();
        await settle();
        expect(left(), `${when} write ${write}`).toEqual(NOTHING);
      }
  });
});

it('a step that is about to show its proof while its domain is deleted and removed leaves nothing', async () => {
  let meanwhile = async () => {};
  await arriveAt('answer-challenge', {
    ...shown,
    async show(...proof) {
      await meanwhile();
      return shown.show(...proof);
    },
  });
  zoneHas.clear();
  meanwhile = async () => {
    await requestRemoval();
    await remove();
    await settle();
    expect(left()).toEqual(NOTHING);
  };
  await world.run('answer-challenge', ATTEMPT);
  world.stop();
  await settle();
  expect(left()).toEqual(NOTHING);
});
