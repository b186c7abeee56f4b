import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { describe, expect, it } from 'vitest';
import { checkSlots, type Lane } from '../../../../lambdas/checks/check-slot.ts';
import { decideOnDns } from '../../../../lambdas/lifecycle/dns-transition.ts';
import type { DnsObservation } from '../../../../lambdas/lifecycle/observation.ts';
import type { Domain } from '../../../../lambdas/model/domains/domain-row.schema.ts';
import { organizationSlotsStore } from '../../../../lambdas/shared/slots/organization-slots.store.ts';
import { keys } from '../../../../lambdas/shared/table/keys.ts';
import { openTable } from '../../../../lambdas/shared/table/table.store.ts';
import { checkThenWatch } from '../../../../lambdas/steps/dns/check-dns.ts';
import { watchDns } from '../../../../lambdas/steps/dns/watch-dns.ts';
import type { Step } from '../../../../lambdas/steps/run-step.ts';
import { aDomain, NOW, timings } from '../../a-domain.ts';
import { holdItems } from '../../held-items.ts';
import { AT_NO_PRICE } from '../../lifecycle/at-no-price.ts';

// Two hundred names whose name servers do not answer, and behind them the name of another organization, with three processes.

const NAMES = 200;
const NEIGHBOUR = NAMES + 1;
const PROCESSES = 3;
const BATCH = 10;

const dynamo = mockClient(DynamoDBDocumentClient);

/** Checks of silent names hang until they are ended. */
function checks(lane: 'step' | 'queue', processesPerOrganization: number) {
  holdItems(dynamo, []);
  const ids = Array.from({ length: NEIGHBOUR }, (_, index) => index + 1);
  const organizationOf = (id: number) => (id === NEIGHBOUR ? 'org_B' : 'org_A');
  const rows = new Map<number, Domain>(
    ids.map((id) => [id, aDomain('awaiting-dns', { id, organizationId: organizationOf(id) })]),
  );
  const { promise: silence, resolve: end } = Promise.withResolvers<void>();
  const hanging: number[] = [];
  const putOff: string[] = [];
  const step: Step<'awaiting-dns', DnsObservation> = {
    name: 'check-dns',
    phase: 'awaiting-dns',
    async gather({ id }) {
      if (id === NEIGHBOUR) return { observation: { kind: 'cname-matched', evidence: [] } };
      hanging.push(id);
      await silence;
      return { observation: { kind: 'dns-unknown', reason: 'servers_silent', evidence: [] } };
    },
    decide: decideOnDns,
  };
  let leases = 0;
  const store = organizationSlotsStore(openTable(new DynamoDBClient({}), 'table'), keys.dnsSlots);
  const common = { clock: () => NOW, jitter: () => 0.5, log: () => {} };
  const ports = {
    ...AT_NO_PRICE,
    ...common,
    domains: {
      get: async (id: number) => rows.get(id),
      replace: async ({ id }: Domain, after: Domain) => void rows.set(id, after),
      extend: async () => {},
    },
    dnsQueue: {
      send: async (sent: readonly { body: string }[]) => {
        putOff.push(...sent.map(({ body }) => body));
        return [];
      },
    },
    restoreEpoch: 0,
    slotOfLane: (own: Lane) => checkSlots(own, processesPerOrganization, { ...common, store, newId: () => `lease_${leases++}` }),
  };
  const input = (domainId: number) => ({ domainId, attempt: 1, timings, epoch: 0 });
  const first = checkThenWatch(step, ports);
  const watch = watchDns(step, ports);
  const message = (id: number) => {
    const body = JSON.stringify({ ...input(id), organizationId: organizationOf(id), checkAt: NOW.toISOString() });
    return { id: String(id), body, receives: 1 };
  };
  const work = {
    step: ids.map((id) => () => first(input(id))),
    queue: Array.from({ length: Math.ceil(ids.length / BATCH) }, (_, n) => () => {
      return watch(ids.slice(n * BATCH, (n + 1) * BATCH).map(message));
    }),
  };
  /** Each process takes the next work when it has done the last. */
  const run = () => {
    const waiting = [...work[lane]];
    const process = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) await next();
    };
    return Promise.all(Array.from({ length: PROCESSES }, process));
  };
  return { run, end, hanging, putOff, isValidated: () => rows.get(NEIGHBOUR)?.dnsStatus === 'validated' };
}

describe.each([
  ['an execution', 'step', 2],
  ['the queue', 'queue', 2 * BATCH],
] as const)('a check from %s behind two hundred names that hang', (_, lane, atOnce) => {
  it('is made at once, because these have two of three processes', async () => {
    const { run, end, hanging, putOff, isValidated } = checks(lane, 2);
    const all = run();
    await expect.poll(isValidated).toBe(true);
    expect(hanging).toHaveLength(atOnce);
    expect(putOff).toHaveLength(NAMES - atOnce);
    end();
    await all;
  });

  it('would wait for them if they had all processes', async () => {
    const { run, end, hanging, isValidated } = checks(lane, PROCESSES);
    const all = run();
    await expect.poll(() => hanging.length).toBe((atOnce / 2) * PROCESSES);
    await new Promise(setImmediate);
    expect(isValidated()).toBe(false);
    end();
    await all;
  });
});
