import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { newDomain } from '../../../lambdas/lifecycle/new-domain.ts';
import { claimStore } from '../../../lambdas/model/domains/claim.store.ts';
import { prefixedId, resourceId } from '../../../lambdas/shared/ids/ids.gateway.ts';
import { keys } from '../../../lambdas/shared/table/keys.ts';
import { TEST_TIMINGS } from '../../../local/stage.ts';
import { watchCa } from '../ca-log.ts';
import {
  component,
  connection,
  createDomain,
  createWithCname,
  diagnosedAs,
  dns,
  isActive,
  newHostname,
  until,
} from '../cloud.ts';
import { admin, domains, executionsOf, sweepOverdue, table } from '../operator.ts';
import { PATIENCE_SECONDS } from '../patience.ts';

/** The sweep restarts domains that were silent for longestSilenceSeconds, which only time brings about. */
const SWEPT_SECONDS = TEST_TIMINGS.longestSilenceSeconds + PATIENCE_SECONDS;

/** Sweeps continuously instead of every minute until all are active. Failed sweeps are retried. */
async function sweepUntilActive(ids: readonly number[]): Promise<void> {
  const ended = new AbortController();
  const failed: unknown[] = [];
  const active = Promise.all(ids.map((id) => until(id, isActive, SWEPT_SECONDS))).finally(() => ended.abort());
  const sweeping = (async () => {
    while (!ended.signal.aborted) {
      await sweepOverdue().catch((error: unknown) => failed.push(error));
      await sleep(2_000);
    }
  })();
  await active.catch((error: unknown) => {
    throw new AggregateError([error, ...failed], 'not all became active');
  });
  await sweeping;
}

describe('the stream', () => {
  it('delivers the others beside a poisoned record', async () => {
    await table.put({
      ...keys.outbox(prefixedId('evt')),
      kind: 'execution',
      attempt: 'not a number',
    });
    const { id } = await createWithCname('healthy');
    await until(id, isActive);
  });

  it('delivered again by redrive does nothing twice', async () => {
    const since = new Date().toISOString();
    const ca = watchCa();
    const { id } = await createWithCname('redriven');
    await until(id, isActive);
    const { redriven } = await admin<{ redriven: number }>('redrive', '--since', since);
    expect(redriven).toBeGreaterThan(0);
    await sleep(3_000); // gives the relay time: the absence of an effect cannot be awaited
    expect(await executionsOf(id)).toHaveLength(1);
    expect(ca.certificates()).toBe(1);
  });
});

/** A domain whose outbox record never reached the relay, silent since. */
async function createWithoutStreamRecord(): Promise<number> {
  const url = newHostname('lost');
  await dns.set(url, 'CNAME', [connection.cname_target]);
  const now = new Date(Date.now() - TEST_TIMINGS.longestSilenceSeconds * 1000);
  const request = { url, server_id: connection.server_id, send_notifications: true, metadata: {} };
  const facts = { id: resourceId(now), organizationId: connection.organization_id, cnameTarget: connection.cname_target };
  const domain = newDomain(request, { ...facts, whyNotReady: undefined, serverIsNew: false }, { now, timings: TEST_TIMINGS });
  await domains.create(domain, claimStore(table).firstWrite(domain), { timeline: 'domain.created', events: [] });
  return domain.id;
}

describe('the sweep', () => {
  it('continues what a lost stream record and an outage of everything running have left', async () => {
    const lost = await createWithoutStreamRecord();
    const running = await Promise.all(['a', 'b', 'c'].map((name) => createDomain(newHostname(`outage-${name}`))));
    await Promise.all(running.map(({ id }) => until(id, diagnosedAs('cname_not_found'))));
    await component('ministack').stop();
    await component('ministack').start();
    for (const { url } of running) await dns.set(url, 'CNAME', [connection.cname_target]);
    await sweepUntilActive([lost, ...running.map(({ id }) => id)]);
    const oldest = (await executionsOf(lost)).at(-1);
    expect(oldest?.name).toBe(`${lost}-2`);
  });
});
