import { executionFacts } from '../../../contract/stack/execution.schema.ts';
import { domainOf } from '../../../lambdas/model/domains/domain-item.ts';
import type { Domain } from '../../../lambdas/model/domains/domain-row.schema.ts';
import { Watch } from '../../../lambdas/model/domains/issuance.schema.ts';
import { keys } from '../../../lambdas/shared/table/keys.ts';
import type { Item } from '../../../lambdas/shared/table/table.store.ts';
import type { CaOrder } from '../ca/simulated-ca.ts';
import type { Invariant, World } from '../world.ts';
import { isOfTestMode } from './test-mode.ts';

const HOUR_MS = 3_600_000;
/** A day until a visit polls the CA, another until a failed renewal is retried, one for the renewal, and one to spare. */
const FOLLOWED_WITHIN_MS = 96 * HOUR_MS;
/** Between two clocks. */
const SKEW_MS = 1_000;

/** After one of these events a second certificate may replace the same one. */
const ENDINGS = ['certificate.renewal_failed', 'certificate.failed', 'certificate.expired', 'domain.move_requested'];

/** Renewals: when they happen, and which certificate they replace. */
export const RENEWAL_INVARIANTS: readonly Invariant[] = [
  {
    name: 'a hint is followed',
    sentence: 'A certificate that the CA wants renewed is renewed within days, if its name leads here.',
    atRest(world, violated) {
      for (const domain of world.domains()) {
        const sinceMs = overdueSinceMs(world, domain);
        if (sinceMs !== undefined && sinceMs < world.scheduler.nowMs - FOLLOWED_WITHIN_MS)
          violated(`the CA has wanted the certificate of ${domain.url} renewed since ${new Date(sinceMs).toISOString()}`);
      }
    },
  },
  {
    name: 'a hint is said once',
    sentence: 'That the CA wants a certificate renewed at once is news once.',
    isByTime: true,
    begin(world, violated) {
      const said = new Map<string, number>();
      const saidAtMs = new Map<string, number>();
      watchTimelines(world, ({ what, after }) => {
        const certificate = after?.served?.certificate;
        if (what !== 'certificate.revoked' || !certificate) return;
        // Two runs at the same moment with different clocks may both report it.
        if (world.scheduler.nowMs - (saidAtMs.get(certificate.serialNumber) ?? 0) < SKEW_MS) return;
        saidAtMs.set(certificate.serialNumber, world.scheduler.nowMs);
        const times = (said.get(certificate.serialNumber) ?? 0) + 1;
        said.set(certificate.serialNumber, times);
        if (times > 1 + world.restores) violated(`${after?.url} says ${times} times that its certificate is to be replaced`);
      });
    },
  },
  {
    name: 'a renewal has a reason',
    sentence: 'The scan renews a certificate when the CA has suggested it or its end is near, and again only after a failure.',
    isByTime: true,
    begin(world, violated) {
      const { ca, scheduler } = world;
      watchTimelines(world, ({ what, before }) => {
        const { served, sslStatus, url } = before ?? {};
        const { ariId } = served?.certificate ?? {};
        if (what !== 'certificate.renewal_started' || ariId === undefined) return;
        const isAgain = sslStatus !== 'active' || (served?.renewalFailures ?? 0) > 0;
        const fromMs = ca.renewalInfo.suggestedFromMs(ariId);
        if (!isAgain && fromMs > scheduler.nowMs + SKEW_MS)
          violated(`${url} is renewed, and the CA has suggested that from ${new Date(fromMs).toISOString()} on`);
      });
    },
  },
  {
    name: 'a certificate is replaced once',
    sentence:
      'The first order in place of a certificate names it unless the CA has refused one that did, no order names another, and a second certificate is issued in its place only if the first was not to be installed, or the CA has forgotten it.',
    begin(world, violated) {
      const { ca } = world;
      const named = new Set<string>();
      const replacedBy = new Map<number, string>();
      const issued = new Map<string, number>();
      const endings = new Map<string, number>();
      watchTimelines(world, ({ what, before }) => {
        const { ariId } = before?.served?.certificate ?? {};
        if (ariId !== undefined && ENDINGS.includes(what)) endings.set(ariId, (endings.get(ariId) ?? 0) + 1);
      });
      ca.onRefused = (replaces) => named.add(replaces);
      const { onOrder, onIssued } = ca;
      ca.onOrder = (order) => {
        onOrder(order);
        const { hostname, replaces, number } = order;
        const ariId = nameOfServed(world);
        // Placed by a step whose attempt has ended since: it still counts at the CA.
        if (ariId === undefined && replaces !== undefined) named.add(replaces);
        if (ariId === undefined) return;
        replacedBy.set(number, ariId);
        const isNamed = replaces !== undefined || named.has(ariId);
        if (!isNamed || (replaces ?? ariId) !== ariId)
          violated(`order ${number} for ${hostname} names ${replaces ?? 'nothing'} as replaced instead of ${ariId}`);
        named.add(ariId);
      };
      ca.onIssued = (order) => {
        onIssued(order);
        const ariId = replacedBy.get(order.number);
        if (ariId === undefined) return;
        const times = (issued.get(ariId) ?? 0) + 1;
        issued.set(ariId, times);
        const isForgotten = ({ number, chain, isForgotten: is }: CaOrder) => is && chain && replacedBy.get(number) === ariId;
        const forgotten = ca.orders.filter(isForgotten).length;
        if (times > 1 + world.restores + forgotten + (endings.get(ariId) ?? 0))
          violated(`${order.hostname} got ${times} certificates in place of ${ariId}`);
      };
    },
  },
];

export function isOverdue(world: World, domain: Domain): boolean {
  return overdueSinceMs(world, domain) !== undefined;
}

/** Since when the domain could have been renewed as the CA wants. Undefined also during the Retry-After of the CA. */
function overdueSinceMs({ ca, dns, held, scheduler }: World, domain: Domain): number | undefined {
  const { id, phase, claimLost, served } = domain;
  const { ariId } = served?.certificate ?? {};
  const ledSinceMs = dns.ledSinceMs(domain);
  if (phase !== 'active' || claimLost || ariId === undefined || ledSinceMs === undefined) return undefined;
  const wantedByMs = ca.renewalInfo.wantedByMs(ariId);
  const item = held.get(keys.watch(id));
  const { askAriAfter = '' } = item ? Watch.parse(item) : {};
  if (wantedByMs > scheduler.nowMs || askAriAfter > scheduler.now().toISOString()) return undefined;
  return Math.max(wantedByMs, ledSinceMs);
}

/** ARI identifier of the certificate that the current step's order replaces. */
function nameOfServed({ held, scheduler }: World): string | undefined {
  const { domainId, attempt } = executionFacts(scheduler.current()?.name.split(' ')[1] ?? '');
  const item = held.get(keys.domain(domainId));
  const row = item && domainOf(item);
  const isAtWork = row?.phase === 'ordering' && row.execution.attempt === attempt;
  return isAtWork ? row.served?.certificate.ariId : undefined;
}

interface Said {
  what: string;
  /** The row before the same request. */
  before: Domain | undefined;
  after: Domain | undefined;
}

const SAID = new Set(['certificate.revoked', 'certificate.renewal_started', ...ENDINGS]);

function watchTimelines({ watch }: World, look: (said: Said) => void): void {
  watch((changed) => {
    for (const { key, before, after } of changed) {
      const [, id] = /^DOMAIN#([0-9]+)[|]TIMELINE#/.exec(key) ?? [];
      const what = String(after?.what);
      if (id === undefined || before || !SAID.has(what)) continue;
      const row = changed.find((each) => each.key === `DOMAIN#${id}|DOMAIN`);
      // Test-mode certificates do not come from this CA.
      if (isOfTestMode(row?.after)) continue;
      look({ what, before: read(row?.before), after: read(row?.after) });
    }
  });
}

function read(item: Item | undefined): Domain | undefined {
  return item && domainOf(item);
}
