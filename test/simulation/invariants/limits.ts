import { ROUND } from '../../../lambdas/ca-limits/fair-queue.ts';
import { intervalMs, latestArrivalMs } from '../../../lambdas/ca-limits/gcra.ts';
import { accountLimit } from '../../../lambdas/ca-limits/order-limits.ts';
import { parsePlaces, withFreed } from '../../../lambdas/model/accounts/domain-places.schema.ts';
import { EMPTY_LOG, EventCounter, freedPlacesOf } from '../../../lambdas/model/events/event-log.schema.ts';
import { keys } from '../../../lambdas/shared/table/keys.ts';
import type { Item } from '../../../lambdas/shared/table/table.store.ts';
import { AwaitedCheck } from '../../../lambdas/steps/dns/awaited-check.ts';
import type { Invariant, World } from '../world.ts';
import { Leases } from './leases.ts';
import { isOfTestMode } from './test-mode.ts';

/** Between two clocks. */
const SKEW_MS = 1_000;
/** Slots of checks, senders and webhooks. */
const SLOT = /^(slot|step|queue|api|fast|slow)\d+$/;
/** The order budget of a CA account. */
const isBudget = (key: string) => /^ACME#.*BUDGET#orders$/.test(key);
const HAS_SLOTS = /^(DNS|SENDER)#|[|]WEBHOOK#/;

const slotsOf = new WeakMap<World, { taken: number; got: number }>();

/** Quotas, budgets, rates and slots: how much there is, and who holds it. */
export const LIMIT_INVARIANTS: readonly Invariant[] = [
  {
    name: 'the budget of the CA is kept',
    isByTime: true,
    sentence: 'Each slot takes its time from the budget of the account, and none is taken without room.',
    begin({ watch, scheduler, traits }, violated) {
      const { limit } = accountLimit(traits.settings.acme);
      watch((changed) => {
        for (const { key, before, after } of changed) {
          if (!isBudget(key)) continue;
          const [was, is] = [Number(before?.arrivalMs ?? 0), Number(after?.arrivalMs)];
          if (is - was < intervalMs(limit)) violated(`a slot took ${is - was} ms of the budget, not ${intervalMs(limit)}`);
          if (is > latestArrivalMs(limit, scheduler.nowMs) + intervalMs(limit) + SKEW_MS)
            violated(`a slot was taken with ${is - scheduler.nowMs} ms of the budget in use`);
        }
      });
    },
  },
  {
    name: 'no slot is lost',
    sentence: 'Each slot that is taken from the budget of the CA has a name that got it.',
    begin(world) {
      const slots = { taken: 0, got: 0 };
      slotsOf.set(world, slots);
      world.watch((changed) => {
        for (const { key, before, after } of changed) {
          if (isBudget(key)) slots.taken += 1;
          const [was, is] = [before, after].map(
            (row) => (row?.issuance as { slotGrantedAt?: string } | undefined)?.slotGrantedAt,
          );
          if (key.startsWith('DOMAIN#') && is !== undefined && is !== was && !isOfTestMode(after)) slots.got += 1;
        }
      });
    },
    // At rest no step runs any more.
    atRest(world, violated) {
      const { taken, got } = slotsOf.get(world) ?? { taken: 0, got: 0 };
      if (taken > got) violated(`${taken} slots were taken, and names got ${got}`);
    },
  },
  {
    name: 'a turn of the queue is one grant',
    sentence: 'Each name that gets its slot from the queue moves the queue on by one turn.',
    begin({ watch }, violated) {
      watch((changed) => {
        const isGrant = changed.some(({ key, after }) => /^ACME#.*#QUEUE[|]/.test(key) && !after);
        const account = changed.find(({ key }) => isBudget(key));
        const [was, is] = [Number(account?.before?.turn ?? 0), Number(account?.after?.turn ?? 0)];
        if (isGrant && account && is !== (was + 1) % ROUND) violated(`a grant moved the queue from turn ${was} to ${is}`);
      });
    },
  },
  {
    name: 'rates are exact',
    sentence: 'No more requests get in than a key has a minute and an organization an hour, and no window begins again.',
    begin({ watch, traits }, violated) {
      const { requestsPerMinute, requestsPerHour } = traits.settings.rateLimits;
      const check = (key: string, { before, after }: { before?: Item | undefined; after?: Item | undefined }, rate: Rate) => {
        const [was, is] = [before?.[rate.window], after?.[rate.window]].map((each) => String(each ?? ''));
        const counts = [before?.[rate.count], after?.[rate.count]].map((each) => Number(each ?? 0)) as [number, number];
        if (is === was && counts[0] === counts[1]) return;
        if (counts[1] > rate.limit) violated(`${counts[1]} requests got in with ${key}, which has ${rate.limit}`);
        if (String(is) < String(was) || (is === was && counts[1] < counts[0]))
          violated(`the ${rate.window} of ${key} went from ${was} (${counts[0]}) to ${is} (${counts[1]})`);
      };
      watch((changed) => {
        for (const { key, ...change } of changed) {
          if (key.startsWith('KEY#'))
            check(key, change, { window: 'countedMinute', count: 'requestsInMinute', limit: requestsPerMinute });
          if (key.endsWith('|LIMITS'))
            check(key, change, { window: 'countedHour', count: 'requestsInHour', limit: requestsPerHour });
        }
      });
    },
  },
  {
    name: 'a slot has one holder',
    isByTime: true,
    sentence: 'A slot is neither taken nor given back by anybody else while its holder is at work.',
    begin({ watch, scheduler }, violated) {
      const slots = new Leases(scheduler);
      watch((changed) => {
        for (const { key, before = {}, after } of changed) {
          if (!HAS_SLOTS.test(key)) continue;
          for (const name of Object.keys({ ...before, ...after }).filter((each) => SLOT.test(each))) {
            // A deleted item has no slots.
            const holder = after && slots.replace(before[name], after[name]);
            if (holder) violated(`${scheduler.current()?.name} changes ${name} of ${key}, with which ${holder} is at work`);
          }
        }
      });
    },
  },
  {
    name: 'a place is given back once',
    sentence: 'A request that is sent again because its answer was lost gives back no more places.',
    begin({ watch }, violated) {
      const givers = new Set<string>();
      watch((changed) => {
        for (const { key, before, after } of changed) {
          if (!key.endsWith('|LIMITS')) continue;
          const [was, is] = [parsePlaces(before), parsePlaces(after)];
          if (is.changes === was.changes || is.domains >= was.domains) continue;
          const giver = `${is.givenBackBy1} of ${key}`;
          if (givers.has(giver)) violated(`${giver} gave its places back twice`);
          givers.add(giver);
        }
      });
    },
  },
  {
    name: 'a domain has its place',
    sentence: 'An organization has taken a place for each of its domains, also while others are taken and given back.',
    begin(world, violated) {
      world.watch((changed) => {
        const isNew = changed.some(({ key, before }) => before === undefined && key.endsWith('|DOMAIN'));
        for (const { id } of world.tenants) {
          const limits = keys.limits(id);
          const change = changed.find(({ key }) => key === `${limits.pk}|${limits.sk}`);
          const isFewer = parsePlaces(change?.after).domains < parsePlaces(change?.before).domains;
          if (!isNew && !isFewer) continue;
          const own = domainsOf(world, id);
          const taken = withFreed(parsePlaces(world.held.get(limits)), freedOf(world, id)).domains;
          if (taken < own) violated(`${id} has taken ${taken} places, and has ${own} domains`);
        }
      });
    },
  },
  {
    name: 'one chain of checks',
    sentence: 'A domain that waits for its CNAME has one message in the queue, and few more while some come twice.',
    begin({ services, traits }, violated) {
      // A process remembers the messages that it sent: where most are killed after sending, checks multiply.
      if (traits.isDeadly) return;
      const waiting = new Map<string, number>();
      services.onMessage = (queue, body, change) => {
        if (queue !== 'watch-dns') return;
        const { domainId, attempt } = AwaitedCheck.parse(JSON.parse(body));
        const name = `domain ${domainId} in attempt ${attempt}`;
        const checks = (waiting.get(name) ?? 0) + change;
        waiting.set(name, checks);
        if (checks > MAX_CHECKS) violated(`${name} has ${checks} checks under way`);
      };
    },
  },
  {
    name: 'corrections come nearer',
    sentence: 'What a count corrects is nearer to what is there than it was.',
    begin(world, violated) {
      world.watch((changed) => {
        for (const { key, before, after } of changed) {
          if (!key.endsWith('|LIMITS')) continue;
          const id = key.slice('ORG#'.length, -'|LIMITS'.length);
          const [was, is] = [parsePlaces(before), parsePlaces(after)];
          const isCorrection = was.changes === is.changes && was.domains !== is.domains && !hasTakenOff(was, is);
          if (!isCorrection) continue;
          const freed = freedOf(world, id);
          const own = domainsOf(world, id);
          const [off, now] = [was, is].map((places) => Math.abs(withFreed(places, freed).domains - own)) as [number, number];
          if (now > off) violated(`${id} has ${own} domains, and a count corrected ${was.domains} places to ${is.domains}`);
        }
      });
    },
  },
];

/** The observed maximum was 11, where a sixth of the messages is duplicated and all calls are slow. */
const MAX_CHECKS = 30;

interface Rate {
  window: string;
  count: string;
  limit: number;
}

type Places = ReturnType<typeof parsePlaces>;

function hasTakenOff(was: Places, is: Places): boolean {
  return was.freed.domains !== is.freed.domains;
}

/** Places given back by deletions and validations, as the relay counted them. */
function freedOf({ held }: World, id: string): ReturnType<typeof freedPlacesOf> {
  return freedPlacesOf(EventCounter.parse({ ...EMPTY_LOG, ...held.get(keys.eventCounter(id)) }));
}

export function domainsOf(world: World, id: string): number {
  return world.allDomains().filter(({ organizationId, phase }) => organizationId === id && phase !== 'removing').length;
}
