import { describe, expect, it } from 'vitest';
import { withSlot } from '../../../lambdas/checks/check-slot.ts';
import type { DnsObservation } from '../../../lambdas/lifecycle/observation.ts';
import { openDns } from '../../../lambdas/wiring/dns.wiring.ts';
import { openRows } from '../../../lambdas/wiring/rows.wiring.ts';
import { openSteps } from '../../../lambdas/wiring/steps.wiring.ts';
import { later, NOW, SECOND } from '../a-domain.ts';
import { dynamo, edgesWith } from '../edges.ts';
import { holdItems } from '../held-items.ts';
import { settings } from '../settings.ts';
import { AWatchedDomain } from '../steps/dns/a-watched-domain.ts';

const ended = { next: 'done', waitSeconds: 0 };
const unknown: DnsObservation = { kind: 'dns-unknown', reason: 'servers_silent', evidence: [] };

function aBusyOrganization(): AWatchedDomain {
  const world = new AWatchedDomain();
  world.freeSlots = 0;
  return world;
}

describe('the first check of a domain whose organization has no free slot', () => {
  it('goes to the queue at once, without a look at DNS, and its execution ends', async () => {
    const world = aBusyOrganization();
    expect(await world.begin()).toEqual(ended);
    expect([world.checks.length, world.sent]).toEqual([0, 1]);
    expect(world.messages[0]?.dueAtMs).toBe(NOW.getTime());
  });

  it('waits some seconds in its execution if the queue takes nothing', async () => {
    const world = aBusyOrganization();
    world.queueRefuses = true;
    expect(await world.begin()).toMatchObject({ next: 'check-dns', waitSeconds: 10 });
  });

  it('is put off by the queue for some seconds until there is a slot, and nothing is written meanwhile', async () => {
    const world = aBusyOrganization();
    await world.begin();
    for (let tries = 0; tries < 3; tries += 1) await world.takeNext();
    expect([world.checks.length, world.changes.length, world.extended]).toEqual([0, 0, 0]);
    world.freeSlots = 1;
    await world.takeNext();
    expect(world.checks).toHaveLength(1);
    expect(world.now.getTime()).toBeLessThan(later(4 * 9 * SECOND).getTime());
  });

  it('gives its slot back', async () => {
    const world = new AWatchedDomain();
    world.freeSlots = 1;
    await world.begin();
    expect(world.freeSlots).toBe(1);
  });
});

it('a later check in the execution needs a slot, too, and without one goes to the queue with its count', async () => {
  const world = new AWatchedDomain();
  await world.begin();
  world.now = later(301 * SECOND);
  await world.begin();
  world.freeSlots = 0;
  world.now = later(602 * SECOND);
  expect(await world.begin()).toEqual(ended);
  expect([world.checks.length, world.messages.length]).toEqual([2, 1]);
  expect(JSON.parse(world.messages[0]?.body ?? '')).toMatchObject({ quiet: { checks: 1 } });
});

describe('a later check from the queue', () => {
  it('needs no slot while name servers answer', async () => {
    const world = new AWatchedDomain({ dnsWaitStateSeconds: 0 });
    await world.begin();
    world.freeSlots = 0;
    await world.takeNext();
    await world.takeNext();
    expect([world.checks.length, world.slotsTaken.length]).toEqual([3, 1]);
  });

  it('needs one when the check before had no answer', async () => {
    const world = new AWatchedDomain({ dnsWaitStateSeconds: 0 });
    world.observation = unknown;
    await world.begin();
    world.freeSlots = 0;
    await world.takeNext();
    expect(world.checks).toHaveLength(1);
    world.freeSlots = 1;
    await world.takeNext();
    expect(world.checks).toHaveLength(2);
  });

  it('takes one slot for all slow names of its organization in a batch', async () => {
    const world = new AWatchedDomain({ dnsWaitStateSeconds: 0 });
    world.observation = unknown;
    await world.begin();
    const [{ body = '' } = {}] = world.messages;
    world.now = later(301 * SECOND);
    world.slotsTaken.length = 0;
    await world.take([body, body, body]);
    expect(world.slotsTaken).toHaveLength(1);
  });

  it('comes again as it is, if it was received before: its check may be written already', async () => {
    const world = new AWatchedDomain({ dnsWaitStateSeconds: 0 });
    world.observation = unknown;
    await world.begin();
    const [{ body = '' } = {}] = world.messages;
    world.now = later(301 * SECOND);
    world.freeSlots = 0;
    expect(await world.take([body], 2)).toEqual(['0']);
  });
});

describe('the slots of an organization for DNS checks', () => {
  function slots(processesPerOrganization: number) {
    holdItems(dynamo, []);
    let now = NOW;
    const ofStage = { ...settings, dnsChecks: { processesPerOrganization } };
    const ports = openDns(openSteps(openRows(edgesWith({ settings: ofStage, clock: () => now, jitter: () => 0.5 }))));
    const passes = (ms: number) => {
      now = later(ms);
    };
    return { slotOf: ports.slotOfLane('step'), passes };
  }

  it('are so many, each organization has its own, and one is free again when its work is over', async () => {
    const { slotOf } = slots(2);
    const { promise: over, resolve: end } = Promise.withResolvers<void>();
    const holds = () =>
      withSlot(slotOf, async (admits) => {
        const isAdmitted = await admits({ organizationId: 'org_A' });
        if (isAdmitted) await over;
        return isAdmitted;
      });
    const first = [holds(), holds()];
    await expect.poll(() => slotOf('org_A').take()).toBe(false);
    expect(await slotOf('org_B').take()).toBe(true);
    end();
    expect(await Promise.all(first)).toEqual([true, true]);
    expect(await slotOf('org_A').take()).toBe(true);
  });

  it('are free again after a process has died', async () => {
    const { slotOf, passes } = slots(1);
    expect(await slotOf('org_A').take()).toBe(true);
    expect(await slotOf('org_A').take()).toBe(false);
    passes(36 * SECOND);
    expect(await slotOf('org_A').take()).toBe(true);
  });
});
