import { ProvisionedThroughputExceededException } from '@aws-sdk/client-dynamodb';
import { SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import { mockClient } from 'aws-sdk-client-mock';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { executionFacts, executionName } from '../../../../contract/stack/execution.schema.ts';
import { sweepShard } from '../../../../lambdas/jobs/sweep/sweep.ts';
import { domainItem, domainOf } from '../../../../lambdas/model/domains/domain-item.ts';
import { executionStarter } from '../../../../lambdas/relay/executions.gateway.ts';
import { relayRecords } from '../../../../lambdas/relay/relay.ts';
import { prefixedId } from '../../../../lambdas/shared/ids/ids.gateway.ts';
import { DUE_SHARDS, keys } from '../../../../lambdas/shared/table/keys.ts';
import { openRows } from '../../../../lambdas/wiring/rows.wiring.ts';
import { openWakes } from '../../../../lambdas/wiring/wakes.wiring.ts';
import { Chance } from '../../../simulation/chance.ts';
import { aDomain, HOUR, iso, later, SECOND, timings } from '../../a-domain.ts';
import { dynamo, edgesWith, log } from '../../edges.ts';
import { guardRequests, holdItems } from '../../held-items.ts';

const DOMAINS = 200;
/** Lambda's tries per stream record. Then the record goes to the failure bucket (lib/events). */
const RELAY_TRIES = 11;
const BETWEEN_SWEEPS = 300 * SECOND;
const LONGEST_SWEEP = 280 * SECOND;
const SWEEPS = 10;

const sfn = mockClient(SFNClient);
const ids = Array.from({ length: DOMAINS }, (_, at) => 1_000 + at);

/** `relayed`: outbox entries that the stream has delivered. `started`: execution names. */
let world: {
  items: Map<string, Record<string, unknown>>;
  atMs: number;
  relayed: Set<string>;
  started: Set<string>;
};

beforeEach(() => {
  for (const mock of [sfn, dynamo]) mock.reset();
  const overdue = ids.map((id) => aDomain('validating', { id, execution: { dueAt: iso(-1) } }));
  const { items } = holdItems(dynamo, overdue.map(domainItem));
  world = { items, atMs: 0, relayed: new Set(), started: new Set() };
});
afterEach(() => guardRequests(undefined));

/** Throttles one of `among` table requests, as if the SDK's retries had failed, too. */
function throttleTable(among: number): void {
  const chance = new Chance(1, 'throttled');
  guardRequests(() => {
    if (chance.below(among) === 0) throw new ProvisionedThroughputExceededException({ message: 'throttled', $metadata: {} });
  });
}

/** Limits the executions that Step Functions starts after each sweep. */
function takeStarts(most: (atMs: number) => number): void {
  let [taken, takenAtMs] = [0, 0];
  sfn.on(StartExecutionCommand).callsFake(({ name }) => {
    if (takenAtMs !== world.atMs) [taken, takenAtMs] = [0, world.atMs];
    if (taken >= most(world.atMs)) throw Object.assign(new Error('Rate exceeded'), { name: 'ThrottlingException' });
    taken += 1;
    world.started.add(name);
    stepOf(name);
  });
}

/** One run over all shards, then five minutes. Returns the number of restarted domains. */
async function sweep(): Promise<number> {
  const { domains, clock } = openRows(edgesWith({ newId: prefixedId, clock: () => later(world.atMs) }));
  const ports = { domains, clock, log, timings, pause: async () => {} };
  const endsAt = later(world.atMs + LONGEST_SWEEP);
  const shards = await Promise.allSettled(Array.from({ length: DUE_SHARDS }, (_, shard) => sweepShard(shard, ports, endsAt)));
  await relayNew();
  world.atMs += BETWEEN_SWEEPS;
  return shards.reduce((sum, shard) => sum + (shard.status === 'fulfilled' ? shard.value.restarted : 0), 0);
}

async function relayNew(): Promise<void> {
  const startExecution = executionStarter(new SFNClient({}), { standard: 'arn:machine', express: 'arn:express' }, () => 'run');
  const ports = openWakes(openRows(edgesWith({ startExecution })));
  const isNew = ([key, { kind }]: [string, Record<string, unknown>]) => kind === 'execution' && !world.relayed.has(key);
  const brought = [...world.items].filter(isNew);
  for (const [key] of brought) world.relayed.add(key);
  let left = brought.map(([, item]) => item);
  for (let tried = 0; tried < RELAY_TRIES && left.length > 0; tried += 1) {
    const done = await relayRecords(left, later(world.atMs), ports);
    left = left.filter((_, at) => !done[at]);
  }
}

const atWork = () =>
  ids.filter((id) => world.started.has(executionName({ domainId: id, attempt: rowOf(id).execution.attempt, epoch: 0 })));

function rowOf(id: number) {
  const { pk, sk } = keys.domain(id);
  return domainOf(world.items.get(`${pk}|${sk}`) ?? {});
}

/** The execution's steps write the row, which postpones its due time. */
function stepOf(name: string): void {
  const { domainId } = executionFacts(name);
  const row = rowOf(domainId);
  const item = domainItem({ ...row, execution: { ...row.execution, dueAt: later(world.atMs + 24 * HOUR).toISOString() } });
  world.items.set(`${item.pk}|${item.sk}`, item);
}

describe('a sweep of hundreds of overdue domains', () => {
  it('goes on with the others where the table is throttled, and the next ones take up what it left', async () => {
    takeStarts(() => Number.POSITIVE_INFINITY);
    throttleTable(5);
    expect(await sweep()).toBeGreaterThan(DOMAINS / 3);
    expect(atWork().length).toBeLessThan(DOMAINS);
    for (let more = 1; more < SWEEPS; more += 1) await sweep();
    expect(atWork()).toEqual(ids);
    expect(world.started.size).toBe(DOMAINS);
  });

  it('is not stopped by throttled starts, and what the relay gave up is started anew after half an hour', async () => {
    takeStarts((atMs) => (atMs === 0 ? DOMAINS / 4 : Number.POSITIVE_INFINITY));
    expect(await sweep()).toBe(DOMAINS);
    expect(atWork()).toHaveLength(DOMAINS / 4);
    for (let more = 1; more < SWEEPS && atWork().length < DOMAINS; more += 1) await sweep();
    expect(atWork()).toEqual(ids);
  });
});
