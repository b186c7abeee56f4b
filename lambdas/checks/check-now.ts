import { ACTION_LIMITS } from '../../contract/api/limits.ts';
import type { Settings } from '../../contract/stack/settings.schema.ts';
import type { DnsObservation } from '../lifecycle/observation.ts';
import type { Requested } from '../lifecycle/request.ts';
import { type CheckAsker, requestCheck, type ServerObservation } from '../lifecycle/requests/check-request.ts';
import type { ClaimReads } from '../model/domains/claim.store.ts';
import type { DomainStore } from '../model/domains/domain.store.ts';
import type { Domain } from '../model/domains/domain-row.schema.ts';
import { actionTimeOf } from '../model/domains/domain-time.ts';
import type { FoundDomain } from '../model/domains/find-domain.ts';
import type { ActionStore } from '../shared/table/action.store.ts';
import { type Key, keys } from '../shared/table/keys.ts';
import { decideAndWrite } from '../shared/table/lost-race.ts';
import type { Pause } from '../shared/time/clock.gateway.ts';
import type { Clocks } from '../shared/time/instant.ts';

export interface CheckPorts {
  domains: Pick<DomainStore, 'replace'>;
  actionCounts: Pick<ActionStore, 'take'>;
  claims: Pick<ClaimReads, 'validatedWrite'>;
  /** A record whose DNS answer misses the budget is unknown. */
  lookAtRecords: (domain: FoundDomain, now: Date, budgetMs: number) => Promise<DnsObservation>;
  /** What an active domain serves and, for callers that may know it, whether the machines of its server are silent. */
  lookAtServer: (domain: FoundDomain, now: Date, budgetMs: number) => Promise<ServerObservation>;
  settings: Pick<Settings, 'timings'>;
  pause: Pause;
}

type Change = Parameters<DomainStore['replace']>[2];
/** The caller's addition to the transaction, given the changed domain: an audit entry, or a stored answer. */
export type Addition = (before: FoundDomain, after: FoundDomain) => Promise<Pick<Change, 'audit' | 'alongside'>>;

export type Checked =
  | { kind: 'refused'; againAt: Date }
  | Extract<Requested, { kind: 'conflict' }>
  | { kind: 'checked'; domain: FoundDomain };

/**
 * The caller waits for at most 8 s, a visitor of the portal for 3 s: half a second for the table, the rest for DNS and, in
 * parallel, the domain's server.
 */
const BUDGET_MS: Record<CheckAsker, number> = { integrator: 7_500, visitor: 2_500 };

/**
 * Checks a domain's DNS, and the server of an active one, on request and at a limited rate. `readAgain` runs after a lost race.
 */
export async function checkNow(
  first: FoundDomain,
  readAgain: () => Promise<FoundDomain>,
  clocks: Clocks,
  add: Addition,
  ports: CheckPorts,
  asker: CheckAsker,
): Promise<Checked> {
  const taken = await ports.actionCounts.take(counterOf(first.id, asker), clocks.now, ACTION_LIMITS.check.perSeconds);
  if (taken.kind === 'refused') return taken;
  const budgetMs = BUDGET_MS[asker];
  const at = actionTimeOf(first, clocks);
  const [dns, server] = await Promise.all([ports.lookAtRecords(first, at, budgetMs), ports.lookAtServer(first, at, budgetMs)]);
  // An observation made before another process wrote a new certificate does not apply to it.
  const isAbout = (domain: FoundDomain) => fingerprintOf(domain) === fingerprintOf(first);
  const decide = async (domain: FoundDomain): Promise<Checked> =>
    hasSameTargets(domain, first)
      ? write(domain, { dns, server: isAbout(domain) ? server : {} }, at, add, asker, ports)
      : { kind: 'checked', domain };
  return decideAndWrite(first, readAgain, decide, ports.pause);
}

function fingerprintOf({ served }: Domain): string | undefined {
  return served?.certificate.fingerprintSha256;
}

/** Where its records are to lead. Whoever has changed that meanwhile has had it looked up anew. */
function hasSameTargets(domain: Domain, { cname, validation }: Domain): boolean {
  return domain.cname.target === cname.target && domain.validation?.target === validation?.target;
}

/** Visitors have their own counter, so that they cannot use up the integrator's checks. */
function counterOf(domainId: number, asker: CheckAsker): Key {
  return asker === 'integrator' ? keys.actions(domainId) : keys.visitorActions(domainId);
}

async function write(
  domain: FoundDomain,
  { dns, server }: { dns: DnsObservation; server: ServerObservation },
  now: Date,
  add: Addition,
  asker: CheckAsker,
  { domains, claims, settings: { timings } }: CheckPorts,
): Promise<Checked> {
  const requested = requestCheck(domain, dns, asker, { now, timings }, server);
  if (requested.kind === 'conflict') return requested;
  const after = requested.domain as FoundDomain;
  if (requested.kind === 'unchanged') return { kind: 'checked', domain: after };
  const { timeline, events, startExecution, isQuiet } = requested;
  const isValidation = after.cname.everValidated && !domain.cname.everValidated;
  const { audit, alongside = [] } = await add(domain, after);
  await domains.replace(domain, after, {
    timeline,
    events,
    startExecution,
    ...(isQuiet && { isQuiet }),
    ...(audit && { audit }),
    alongside: [...(isValidation ? [claims.validatedWrite(domain, now)] : []), ...alongside],
  });
  return { kind: 'checked', domain: after };
}
