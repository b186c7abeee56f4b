import { describe, expect, it } from 'vitest';
import type { DnsObservation } from '../../../../lambdas/lifecycle/observation.ts';
import { domainItem, domainOf } from '../../../../lambdas/model/domains/domain-item.ts';
import type { Domain } from '../../../../lambdas/model/domains/domain-row.schema.ts';
import { keys } from '../../../../lambdas/shared/table/keys.ts';
import { checkDns, checkThenWatch } from '../../../../lambdas/steps/dns/check-dns.ts';
import { watchDns } from '../../../../lambdas/steps/dns/watch-dns.ts';
import { openDns } from '../../../../lambdas/wiring/dns.wiring.ts';
import { lazily } from '../../../../lambdas/wiring/lazily.ts';
import { openRows } from '../../../../lambdas/wiring/rows.wiring.ts';
import { openSteps } from '../../../../lambdas/wiring/steps.wiring.ts';
import { aDomain, NOW, timings } from '../../a-domain.ts';
import { claimItem } from '../../api/domains/a-creation.ts';
import { dynamo, edgesWith } from '../../edges.ts';
import { holdItems } from '../../held-items.ts';
import { settings } from '../../settings.ts';

// 200 hostnames whose name servers do not answer, and behind them a hostname of another organization, with three processes.

const NAMES = 200;
const NEIGHBOUR = NAMES + 1;
const PROCESSES = 3;
const BATCH = 10;

/** Checks of silent names hang until the test ends them. */
function checks(lane: 'step' | 'queue', processesPerOrganization: number) {
  const ids = Array.from({ length: NEIGHBOUR }, (_, index) => index + 1);
  const organizationOf = (id: number) => (id === NEIGHBOUR ? 'org_B' : 'org_A');
  const domains = ids.map((id) => aDomain('awaiting-dns', { id, organizationId: organizationOf(id) }));
  const { items } = holdItems(dynamo, [...domains.map(domainItem), claimItem({ organizationId: 'org_B', domainId: NEIGHBOUR })]);
  const { promise: silence, resolve: end } = Promise.withResolvers<void>();
  const hanging: number[] = [];
  const putOff: string[] = [];
  const edges = edgesWith({
    settings: { ...settings, dnsChecks: { processesPerOrganization } },
    clock: () => NOW,
    jitter: () => 0.5,
    dnsQueue: {
      send: async (sent) => {
        putOff.push(...sent.map(({ body }) => body));
        return [];
      },
    },
  });
  const lookAtRecords = async ({ id }: Domain): Promise<DnsObservation> => {
    if (id === NEIGHBOUR) return { kind: 'cname-matched', evidence: [] };
    hanging.push(id);
    await silence;
    return { kind: 'dns-unknown', reason: 'servers_silent', evidence: [] };
  };
  const ports = lazily({ lookAtRecords: () => lookAtRecords }, openDns(openSteps(openRows(edges))));
  const step = checkDns(ports);
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
  /** Each process takes the next work when its last one is done. */
  const run = () => {
    const waiting = [...work[lane]];
    const process = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) await next();
    };
    return Promise.all(Array.from({ length: PROCESSES }, process));
  };
  const neighbour = () => domainOf(items.get(Object.values(keys.domain(NEIGHBOUR)).join('|')) ?? {});
  return { run, end, hanging, putOff, isValidated: () => neighbour().dnsStatus === 'validated' };
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
