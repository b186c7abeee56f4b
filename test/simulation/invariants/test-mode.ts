import { executionFacts } from '../../../contract/stack/execution.schema.ts';
import { isTestTenant, livemodeOf } from '../../../lambdas/model/accounts/tenant.ts';
import { domainOf } from '../../../lambdas/model/domains/domain-item.ts';
import type { Domain } from '../../../lambdas/model/domains/domain-row.schema.ts';
import { domainTimeOf } from '../../../lambdas/model/domains/domain-time.ts';
import { isAtRest } from '../../../lambdas/model/domains/phase.ts';
import { keys, ZONE_PARTITION } from '../../../lambdas/shared/table/keys.ts';
import type { Item } from '../../../lambdas/shared/table/table.store.ts';
import { hasEnded } from '../../../lambdas/steps/test-mode/run-test-domain.ts';
import { storyOfDomain } from '../../../lambdas/test-mode/scripted-world.ts';
import { ageSeconds } from '../../../lambdas/test-mode/story.ts';
import type { Changed } from '../table/simulated-table.ts';
import type { Invariant, World } from '../world.ts';

const HOUR_MS = 3_600_000;
const DAY_SECONDS = 86_400;
/** Between two clocks. */
const SKEW_MS = 1_000;
/** The last nightly run did all work that was due before it. */
const PLAYED_WITHIN_MS = 26 * HOUR_MS;
const DOMAIN = /^DOMAIN#[0-9]+[|]DOMAIN$/;
/** External calls, and queues for live domains only. */
const OUTSIDE = /^(DNS|HTTP|TLS|CA|Route 53|StartExecution|send to (watch-dns|publish-zone))( |$)/;
/** Items through which the functions of live mode would pick up a domain. */
const FOR_LIVE_DOMAINS = new RegExp(`^(${ZONE_PARTITION}|ACME#|WATCH#|AWS#|DNS#)`);

/** Domains with a story, and their clock. */
const INVARIANTS_OF_TEST_MODE: readonly Invariant[] = [
  {
    name: 'a test domain asks nobody',
    sentence: 'For a domain of test mode nobody outside is asked: neither DNS nor the CA, the zone or a machine.',
    begin({ scheduler, watch }, violated) {
      scheduler.onCall = (name, label) => {
        if (OUTSIDE.test(label) && (name === 'rehearse' || label.includes('.magic.test'))) violated(`${name} calls ${label}`);
      };
      watch((changed) => {
        const isByPlay = scheduler.current()?.name === 'rehearse';
        for (const { key, after } of changed) {
          if (isByPlay && FOR_LIVE_DOMAINS.test(key)) violated(`${key} is written for a domain of test mode`);
          const isMet = [after?.duePk, after?.scanPk].some((partition) => /^(DUE|SCAN)#[0-9]+$/.test(String(partition)));
          if (isMet && isOfTestMode(after)) violated(`${key} is in the shards of the sweep or of the scan`);
        }
      });
    },
    atRest({ services, held }, violated) {
      for (const name of services.executions.keys()) {
        const item = held.get(keys.domain(executionFacts(name.split(' ')[0] ?? '').domainId));
        if (item && isOfTestMode(item)) violated(`the execution ${name} is for a domain of test mode`);
      }
    },
  },
  {
    name: 'a clock goes forward',
    sentence: 'The clock of test mode never goes back, each move that was answered counts once, and live mode has none.',
    begin({ watch }, violated) {
      watch((changed) => {
        for (const { key, before, after } of changed) {
          if (!key.endsWith('|TEST_CLOCK')) continue;
          const [was, is] = [before, after].map((item) => Number(item?.aheadMs ?? 0)) as [number, number];
          if (is < was) violated(`${key} goes from ${was} to ${is} ms ahead`);
          if (!key.includes('_test|')) violated(`${key} is of live mode`);
        }
      });
    },
    atRest(world, violated) {
      const [{ movedMs = 0 } = {}] = world.testers;
      for (const { id } of world.testTenants) {
        const aheadMs = aheadOf(world, id);
        // A restore loses the moves of the lost minutes.
        if (aheadMs !== movedMs && !world.restores)
          violated(`the clock of ${id} is ${aheadMs} ms ahead, and was moved by ${movedMs}`);
      }
    },
  },
  {
    name: 'a story goes on as its clock does',
    isByTime: true,
    sentence:
      'A domain of test mode that has come to the end of its story goes on only until its clock, and no domain goes back.',
    begin(world, violated) {
      watchTestDomains(world, ({ before, after }) => {
        if (!before || !after) return;
        const [from, to] = [domainTimeOf(before), domainTimeOf(after)];
        if (to < from) violated(`${after.url} goes back from ${from.toISOString()} to ${to.toISOString()}`);
        const isByPlay = world.scheduler.current()?.name === 'rehearse';
        const clockMs = world.scheduler.nowMs + aheadOf(world, after.organizationId) + SKEW_MS;
        // Work that was already due runs at its own time, which may be ahead of the clock.
        if (isByPlay && to.getTime() > Math.max(clockMs, from.getTime()) && !goesOnByItself(before, to))
          violated(`${after.url} goes on to ${to.toISOString()}, and its clock shows ${new Date(clockMs).toISOString()}`);
      });
    },
  },
  {
    name: 'a story comes to its end',
    sentence:
      'A domain of test mode that is left alone comes to the end of its story, and all is done that was due by its clock.',
    begin(world) {
      const ended = new Set<number>();
      endedIn.set(world, ended);
      watchTestDomains(world, ({ after }) => {
        if (after && hasEnded({ domain: after, now: domainTimeOf(after) })) ended.add(after.id);
      });
    },
    atRest(world, violated) {
      const [tester] = world.testers;
      for (const domain of world.testDomains()) {
        const { id, url, phase, organizationId } = domain;
        const isUntouched = !tester?.touched.has(id) && phase !== 'removing';
        if (isUntouched && !endedIn.get(world)?.has(id)) violated(`${url} is ${phase}, and did not come to its end`);
        const playedTo = new Date(world.scheduler.nowMs - PLAYED_WITHIN_MS + aheadOf(world, organizationId)).toISOString();
        const overdue = overdueAt(domain, playedTo);
        if (overdue !== undefined) violated(`${url} is ${phase}, and was played to ${playedTo}: ${overdue}`);
      }
    },
  },
  {
    name: 'events say their mode',
    sentence: 'Events of test mode are logged and delivered as others are, to receivers of test mode only, and marked as such.',
    begin({ watch, receivers, testTenants }, violated) {
      const hosts = testTenants.map(({ id }) => `hooks.${id.replaceAll('_', '-')}-`.toLowerCase());
      watch((changed) => {
        for (const { key, before, after } of changed) {
          if (before || after?.kind !== 'event' || !key.startsWith('OUTBOX#')) continue;
          const problem = modeOfBody(String(after.body), livemodeOf(String(after.organizationId)));
          if (problem) violated(`${after.event} ${after.id} of ${after.organizationId} ${problem}`);
        }
      });
      const { onPost } = receivers;
      receivers.onPost = (post) => {
        onPost(post);
        const problem = modeOfBody(post.body, !hosts.some((host) => post.host.startsWith(host)));
        if (problem) violated(`${post.host} gets an event that ${problem}`);
      };
    },
  },
  {
    name: 'answers say their mode',
    sentence: 'No answer to a live key holds anything of test mode, and none to a test key anything of live mode.',
    begin(world, violated) {
      world.onAnswer = (organizationId, { status, json }) => {
        const text = JSON.stringify(json ?? null);
        const problem = status < 300 ? modeOfBody(text, livemodeOf(organizationId)) : undefined;
        if (problem) violated(`an answer to ${organizationId} ${problem}`);
        const [, existing] = /"existing_domain_id":([0-9]+)/.exec(text) ?? [];
        const other = existing === undefined ? undefined : world.allDomains().find(({ id }) => id === Number(existing));
        if (other && other.organizationId !== organizationId) violated(`${organizationId} is told of ${other.url}`);
      };
    },
  },
];

/** Without test mode in the world they are skipped. */
export const TEST_MODE_INVARIANTS: readonly Invariant[] = INVARIANTS_OF_TEST_MODE.map(({ begin, atRest, ...invariant }) => ({
  ...invariant,
  begin: (world, violated) => world.traits.hasTestMode && begin?.(world, violated),
  atRest: (world, violated) => world.traits.hasTestMode && atRest?.(world, violated),
}));

const endedIn = new WeakMap<World, Set<number>>();

export function isOfTestMode(item: Item | undefined): boolean {
  const { organizationId } = (item?.listed ?? {}) as { organizationId?: string };
  return organizationId !== undefined && isTestTenant(organizationId);
}

function aheadOf({ held }: World, tenantId: string): number {
  return Number(held.get(keys.testClock(tenantId))?.aheadMs ?? 0);
}

/** Whether it may reach this time ahead of its clock: stories last for days, and the step after the end may be a day later. */
function goesOnByItself(before: Domain, to: Date): boolean {
  if (hasEnded({ domain: before, now: domainTimeOf(before) })) return false;
  const { days = 0 } = storyOfDomain(before);
  const isWaiting = isAtRest(before.phase) || before.execution.resumeAt !== undefined;
  return !isWaiting || ageSeconds({ domain: before, now: to }) < (days + 1) * DAY_SECONDS;
}

/** The overdue work of a domain, if any. */
function overdueAt(domain: Domain, by: string): string | undefined {
  const { phase, served } = domain;
  if (phase === 'removing') return 'it is still there';
  if (phase === 'awaiting-dns' && domain.issued === undefined && domain.dnsDeadlineAt < by) return 'its record is still awaited';
  if (phase === 'installing' && domain.installDeadlineAt < by) return 'it is still installed';
  if (phase === 'active' && served && served.certificate.notAfter < by) return 'its certificate has expired';
  return undefined;
}

/** What in a body belongs to the other mode. */
function modeOfBody(text: string, isLive: boolean): string | undefined {
  if (text.includes(`"livemode":${!isLive}`)) return `says livemode ${!isLive}`;
  const other = isLive ? '.magic.test"' : '.customer.com"';
  return text.includes(other) ? `has a name that ends in ${other}` : undefined;
}

function watchTestDomains(
  { watch }: World,
  look: (change: { before: Domain | undefined; after: Domain | undefined }) => void,
): void {
  watch((changed: readonly Changed[]) => {
    for (const { key, before, after } of changed)
      if (DOMAIN.test(key) && isOfTestMode(after ?? before))
        look({ before: before && domainOf(before), after: after && domainOf(after) });
  });
}
