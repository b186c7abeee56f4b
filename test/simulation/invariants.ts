import { executionFacts } from '../../contract/stack/execution.schema.ts';
import { parsePlaces, withFreed } from '../../lambdas/model/accounts/domain-places.schema.ts';
import { isTestTenant } from '../../lambdas/model/accounts/tenant.ts';
import { Claim } from '../../lambdas/model/domains/claim.store.ts';
import type { Domain, Phase } from '../../lambdas/model/domains/domain-row.schema.ts';
import { isAtRest } from '../../lambdas/model/domains/phase.ts';
import {
  EMPTY_LOG,
  EventCounter,
  freedPlacesOf,
  NUMBERS_OF_EPOCH,
  nextEventNumber,
} from '../../lambdas/model/events/event-log.schema.ts';
import { keys } from '../../lambdas/shared/table/keys.ts';
import type { Item } from '../../lambdas/shared/table/table.store.ts';
import type { CaOrder } from './ca/simulated-ca.ts';
import { AUDIT_INVARIANTS } from './invariants/audit.ts';
import { domainsOf, LIMIT_INVARIANTS } from './invariants/limits.ts';
import { PORTAL_INVARIANTS } from './invariants/portal.ts';
import { PROOF_INVARIANTS } from './invariants/proofs.ts';
import { RENEWAL_INVARIANTS } from './invariants/renewals.ts';
import { ROW_INVARIANTS } from './invariants/rows.ts';
import { SERVER_INVARIANTS } from './invariants/servers.ts';
import { isOfTestMode, TEST_MODE_INVARIANTS } from './invariants/test-mode.ts';
import { VISIT_INVARIANTS } from './invariants/visits.ts';
import { WEBHOOK_INVARIANTS } from './invariants/webhooks.ts';
import type { Invariant, World } from './world.ts';

const HOUR_MS = 3_600_000;
/** The service waits 24 hours for a CNAME: the rest allows for late checks. */
const DNS_HOURS = 20;
/** Time before expiry in which a certificate must be renewed despite passing faults. */
const LONG_MS = 30 * 24 * HOUR_MS;

export const INVARIANTS: readonly Invariant[] = [
  ...LIMIT_INVARIANTS,
  ...WEBHOOK_INVARIANTS,
  ...ROW_INVARIANTS,
  ...SERVER_INVARIANTS,
  ...VISIT_INVARIANTS,
  ...PROOF_INVARIANTS,
  ...PORTAL_INVARIANTS,
  ...RENEWAL_INVARIANTS,
  ...TEST_MODE_INVARIANTS,
  ...AUDIT_INVARIANTS,
  {
    name: 'one certificate for a need',
    sentence:
      'What a domain asks for once, the CA issues once, however often a step is killed or repeated, unless it forgets what it has issued.',
    begin(world, violated) {
      const { ca, held, scheduler } = world;
      const { onOrder, onIssued } = ca;
      const needs = new Map<number, string>();
      const issued = new Map<string, number>();
      ca.onOrder = (order) => {
        onOrder(order);
        const { number } = order;
        const { domainId } = executionFacts(scheduler.current()?.name.split(' ')[1] ?? '');
        const issuance = held.get(keys.domain(domainId))?.issuance as { certificateRequestId?: string } | undefined;
        needs.set(number, `${domainId}/${issuance?.certificateRequestId}`);
      };
      ca.onIssued = (order) => {
        onIssued(order);
        const { number, hostname } = order;
        const need = needs.get(number) ?? '';
        const times = (issued.get(need) ?? 0) + 1;
        issued.set(need, times);
        const forgotten = ca.orders.filter((each) => needs.get(each.number) === need && each.chain && each.isForgotten).length;
        if (times > 1 + world.restores + forgotten) violated(`${hostname} got ${times} certificates for ${need}`);
      };
    },
  },
  {
    name: 'no order without need',
    sentence:
      'An order is placed only by a step that began while its domain was to place one, and again only after a step failed, the CA lost the order or its answer, or a Standard execution came twice.',
    begin(world, violated) {
      const { ca, held, scheduler, watch, uncleanEndings, repeatedExecutions } = world;
      const changedAt = new Map<string, number>();
      watch((changed) => {
        for (const { key } of changed) if (key.startsWith('DOMAIN#')) changedAt.set(key, scheduler.nowMs);
      });
      const usable = new Map<string, number>();
      const { onOrder } = ca;
      ca.onOrder = (order) => {
        onOrder(order);
        const { name = '', startedAtMs = 0 } = scheduler.current() ?? {};
        const { domainId } = executionFacts(name.split(' ')[1] ?? '');
        const key = keys.domain(domainId);
        const row = held.get(key);
        const changed = changedAt.get(`${key.pk}|${key.sk}`) ?? 0;
        if (row?.phase !== 'ordering') {
          if (changed < startedAtMs) violated(`${name} placed an order for ${order.hostname}, which is ${row?.phase ?? 'gone'}`);
          return;
        }
        const need = `${domainId}/${(row.issuance as { certificateRequestId: string }).certificateRequestId}`;
        const placed = (usable.get(need) ?? 0) + 1;
        usable.set(need, placed);
        const isLost = ({ hostname, status, isUnheard }: CaOrder) =>
          hostname === order.hostname && (status === 'invalid' || isUnheard === true);
        const lost = ca.orders.filter((each) => each !== order && isLost(each)).length;
        const repeats = (uncleanEndings.get(`create-order ${domainId}`) ?? 0) + (repeatedExecutions.get(domainId) ?? 0);
        const allowed = 1 + world.restores + lost + repeats;
        if (placed > allowed) violated(`${order.hostname} has ${placed} orders for ${need}, and only ${allowed} had a reason`);
      };
    },
  },
  {
    name: 'events once and in order',
    sentence: 'Each event is in the log of its organization once, and the numbers of a log have no gap.',
    begin({ watch }, violated) {
      watch((changed) => {
        for (const { key, before } of changed)
          if (before && /^EVENTS#[^#|]+#/.test(key)) violated(`the event ${key} was written again`);
      });
    },
    atRest(world, violated) {
      const { tenants, held } = world;
      for (const { id } of tenants) {
        const logged = held.rows(`EVENTS#${id}#`);
        const gap = gapIn(logged, world.restores);
        if (gap) violated(`the log of ${id} goes from event ${gap.before} to ${gap.number}`);
        const ids = new Set(logged.map((event) => event.id));
        const twice = (event: Item, at: number) => logged.findIndex((other) => isSame(event, other)) !== at;
        const again = ids.size === logged.length ? undefined : logged.find(twice);
        if (again) violated(`the log of ${id} has the event ${again.id} twice`);
        for (const entry of held.rows('OUTBOX#'))
          if (entry.kind === 'event' && entry.organizationId === id && !ids.has(entry.id))
            violated(`the log of ${id} does not have ${entry.event} ${entry.id}`);
      }
    },
  },
  {
    name: 'a timeline ends once',
    sentence: 'What happened to a deleted domain goes at the time that was set first, and does not come back.',
    begin({ watch }, violated) {
      watch((changed) => {
        for (const { key, before, after } of changed)
          if (/^DOMAIN#.*TIMELINE/.test(key) && before && Number(after?.expiresAtSeconds) > Number(before.expiresAtSeconds))
            violated(`${key} is kept for longer than before`);
      });
    },
  },
  {
    name: 'heard of again',
    sentence: 'Every domain that is not at rest has an instant by which the sweep takes it up, and none is long past it.',
    begin({ watch }, violated) {
      watch((changed) => {
        for (const { key, after } of changed)
          if (key.startsWith('DOMAIN#') && after?.listed && !isAtRest(after.phase as Phase) && after.stepDueAt === undefined)
            violated(`${key} is ${after.phase} and due at no time`);
      });
    },
    atRest({ held, scheduler }, violated) {
      for (const { pk, stepDueAt, listed } of held.rows('DOMAIN#'))
        if (typeof stepDueAt === 'string' && Date.parse(stepDueAt) < scheduler.nowMs - HOUR_MS && !isOfTestMode({ listed }))
          violated(`${pk} has been due since ${stepDueAt}`);
    },
  },
  {
    name: 'all comes to rest',
    sentence:
      'After the last fault every domain rests within the time of its windows, if its CNAME leads here, and has a certificate where that was right in time.',
    atRest(world, violated) {
      for (const domain of world.domains()) {
        const { url, phase, organizationId, createdAt } = domain;
        const ledHereAt = world.dns.ledSinceMs(domain);
        // A domain whose CNAME points elsewhere is retried in windows of a day.
        if (!isAtRest(phase) && ledHereAt !== undefined) violated(`${url} of ${organizationId} is still ${phase}`);
        const isInTime = ledHereAt !== undefined && ledHereAt < Date.parse(createdAt) + DNS_HOURS * HOUR_MS;
        // A domain that is moved to the right server after its failure waits for a retry.
        const { since } = domain.conditions.failure ?? {};
        const isMovedLate = world.held
          .rows(`DOMAIN#${domain.id}|TIMELINE#`)
          .some(({ what, at }) => what === 'domain.move_requested' && since !== undefined && String(at) > since);
        // Another organization may have taken the name over in between.
        if (phase === 'failed' && isInTime && !isMovedLate && !domain.claimLost)
          violated(`${url} of ${organizationId} has failed: ${JSON.stringify(domain.conditions)}`);
      }
    },
  },
  {
    name: 'claims are exact',
    sentence: 'A hostname is claimed by the one domain that has it, and by nobody when that is gone.',
    atRest(world, violated) {
      const domains = world.allDomains();
      const claims = world.held
        .rows('HOST#')
        .map((item) => ({ url: String(item.pk).slice('HOST#'.length), ...Claim.parse(item) }));
      for (const { url, id, organizationId, claimLost } of domains) {
        const { pk } = keys.claim(url, isTestTenant(organizationId) ? organizationId : undefined);
        const claim = claims.find((each) => `HOST#${each.url}` === pk);
        if (!claimLost && (claim?.domainId !== id || claim.organizationId !== organizationId))
          violated(
            `${url} is domain ${id} of ${organizationId}, and claimed by ${claim ? `domain ${claim.domainId}` : 'nobody'}`,
          );
      }
      for (const { url, domainId, state } of claims)
        if (state === 'held' && !domains.some(({ id }) => id === domainId))
          violated(`${url} is claimed by domain ${domainId}, which is gone`);
    },
  },
  {
    name: 'a signature is good for keys once',
    sentence: "Whoever sends an agent's request again gets no key.",
    begin({ agents }, violated) {
      for (const agent of agents)
        agent.onReplay = (signature) => violated(`the signature ${signature} was answered with keys twice`);
    },
  },
  {
    name: 'one place in a list',
    sentence: 'A hostname stands once in the list of what has changed for the agents of a server.',
    begin({ watch, held }, violated) {
      watch((changed) => {
        for (const { key, after } of changed) {
          if (!after || after.isExpected || !key.startsWith('CHANGES#')) continue;
          const places = held
            .rows(`${after.pk}|`)
            .filter(({ hostname, isExpected }) => hostname === after.hostname && !isExpected);
          if (places.length > 1) violated(`${after.hostname} stands at ${places.length} places in ${after.pk}`);
        }
      });
    },
  },
  {
    name: 'nothing expires',
    sentence: 'No certificate expires whose CNAME has led to its server for a month, while CA and server work.',
    begin(world, violated) {
      world.watch((changed) => {
        for (const { key, after, before } of changed) {
          if (before || !key.startsWith('OUTBOX#') || after?.event !== 'certificate.expired') continue;
          const domain = world.domains().find(({ id }) => id === after.domainId);
          if (domain && hasLongLedHere(world, domain)) violated(`the certificate of ${domain.url} has expired`);
        }
      });
    },
    atRest(world, violated) {
      for (const domain of world.domains()) {
        const { url, phase, served } = domain;
        const hasExpired = phase === 'active' && Date.parse(served?.certificate.notAfter ?? '') < world.scheduler.nowMs;
        if (hasExpired && hasLongLedHere(world, domain)) violated(`the certificate of ${url} has expired`);
      }
    },
  },
  {
    name: 'quotas are exact',
    sentence: 'The places that an organization has taken are those of its domains, and the log has counted the same.',
    begin(world, violated) {
      world.watch((changed) => {
        if (!changed.some(({ key, before }) => before === undefined && key.endsWith('|DOMAIN'))) return;
        const { domains } = world.traits;
        for (const { id } of world.tenants)
          if (domainsOf(world, id) > domains) violated(`${id} has ${domainsOf(world, id)} domains of ${domains}`);
      });
    },
    atRest(world, violated) {
      for (const { id } of world.tenants) {
        const own = domainsOf(world, id);
        const counter = EventCounter.parse({ ...EMPTY_LOG, ...world.held.get(keys.eventCounter(id)) });
        const places = parsePlaces(world.held.get(keys.limits(id)));
        if (counter.domains !== own) violated(`the log of ${id} counts ${counter.domains} domains of ${own}`);
        const taken = withFreed(places, freedPlacesOf(counter)).domains;
        if (taken !== own) violated(`${id} has taken ${taken} places for ${own} domains`);
      }
    },
  },
  {
    name: 'what was answered is so',
    sentence: 'A domain whose creation was answered is there until its deletion.',
    atRest(world, violated) {
      const domains = world.allDomains();
      for (const { domains: known } of world.integrators)
        for (const [hostname, id] of known)
          if (!domains.some((domain) => domain.id === id) && !world.isLost(keys.domain(id)))
            violated(`the domain ${id} of ${hostname} was answered, and is not there`);
    },
  },
  {
    name: 'what is there was answered',
    sentence: 'Whoever has a domain was told of it: a hostname has one at most, beside one whose name somebody else took.',
    atRest(world, violated) {
      const domains = world.allDomains();
      const known = world.integrators.flatMap(({ domains: own }) => [...own.values()]);
      for (const { id, url, claimLost } of domains)
        if (!known.includes(id) && !claimLost) violated(`nobody was told of the domain ${id} of ${url}`);
    },
  },
];

/** An event that waited for its number before a restore may get one in each epoch. */
function isSame(event: Item, other: Item): boolean {
  const [one, another] = [event, other].map(({ number }) => Math.floor(Number(number) / NUMBERS_OF_EPOCH));
  return event.id === other.id && one === another;
}

/** After a restore a log continues with the numbers of the next epoch. */
function gapIn(logged: readonly Item[], restores: 0 | 1): { before: number; number: number } | undefined {
  const numbers = logged.map(({ number }) => Number(number)).toSorted((one, other) => one - other);
  const steps = numbers.map((number, at) => ({ before: numbers[at - 1] ?? 0, number }));
  return steps.find(({ before, number }) => number !== before + 1 && number !== nextEventNumber(before, restores));
}

function hasLongLedHere(world: World, domain: Domain): boolean {
  const since = world.dns.ledSinceMs(domain);
  return since !== undefined && world.scheduler.nowMs - since > LONG_MS;
}
