import { ACTION_LIMITS } from '../../../contract/api/limits.ts';
import type { Timings } from '../../../contract/stack/timings.schema.ts';
import type { ClaimStore } from '../../model/domains/claim.store.ts';
import type { DomainStore } from '../../model/domains/domain.store.ts';
import type { FoundDomain } from '../../model/domains/find-domain.ts';
import type { ActionStore } from '../../shared/table/action.store.ts';
import { decideAndWrite } from '../../shared/table/decide-and-write.ts';
import { type Key, keys } from '../../shared/table/keys.ts';
import type { DnsObservation } from '../observation.ts';
import type { Requested } from '../request.ts';
import { type CheckAsker, checkRequested } from './check-request.ts';

export interface CheckPorts {
  domains: Pick<DomainStore, 'replace'>;
  actions: Pick<ActionStore, 'take'>;
  claims: Pick<ClaimStore, 'validatedWrite'>;
  /** What DNS has not answered within the budget is unknown. */
  lookAtCname: (domain: FoundDomain, budgetMs: number, now: Date) => Promise<DnsObservation>;
  timings: Timings;
  asker: CheckAsker;
  /** A moment, for another's transaction to end. */
  pause: () => Promise<void>;
}

type Change = Parameters<DomainStore['replace']>[2];
/** What whoever asks adds to the transaction, of the domain as it will be: an audit entry, an answer to be kept. */
export type Addition = (before: FoundDomain, after: FoundDomain) => Promise<Pick<Change, 'audit' | 'alongside'>>;

export type Checked =
  | { kind: 'refused'; againAt: Date }
  | Extract<Requested, { kind: 'conflict' }>
  | { kind: 'checked'; domain: FoundDomain };

/** The caller waits for at most 8 s: 7.5 s for DNS, the rest for the table. */
const DNS_BUDGET_MS = 7_500;

/** Looks at a domain's DNS because somebody asked for it, once in a while; `readAgain` is asked after a lost race. */
export async function checkNow(
  first: FoundDomain,
  readAgain: () => Promise<FoundDomain>,
  now: Date,
  add: Addition,
  ports: CheckPorts,
): Promise<Checked> {
  const taken = await ports.actions.take(checksOf(first.id, ports.asker), now, ACTION_LIMITS.check.perSeconds);
  if (taken.kind === 'refused') return taken;
  const observation = await ports.lookAtCname(first, DNS_BUDGET_MS, now);
  return decideAndWrite(first, readAgain, (domain) => write(domain, observation, now, add, ports), ports.pause);
}

/** Visitors have a counter of their own: they must not keep the integrator from a check. */
function checksOf(domainId: number, asker: CheckAsker): Key {
  return asker === 'integrator' ? keys.actions(domainId) : keys.visitorActions(domainId);
}

async function write(
  domain: FoundDomain,
  observation: DnsObservation,
  now: Date,
  add: Addition,
  { domains, claims, timings, asker }: CheckPorts,
): Promise<Checked> {
  const requested = checkRequested(domain, observation, asker, now, timings);
  if (requested.kind === 'conflict') return requested;
  const after = requested.domain as FoundDomain;
  if (requested.kind === 'unchanged') return { kind: 'checked', domain: after };
  const { timeline, events, startExecution, isQuiet } = requested;
  const isValidation = after.everValidated && !domain.everValidated;
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
