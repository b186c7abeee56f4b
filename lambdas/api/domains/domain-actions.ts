import { ACTION_LIMITS } from '../../../contract/api/limits.ts';
import type { Settings } from '../../../contract/stack/settings.schema.ts';
import type { Timings } from '../../../contract/stack/timings.schema.ts';
import { checkTimesOf } from '../../lifecycle/check-times.ts';
import { type CheckPorts, checkNow } from '../../lifecycle/requests/check-now.ts';
import { inSlot, type SlotOf } from '../../lifecycle/requests/check-slot.ts';
import { retryRequested } from '../../lifecycle/requests/domain-requests.ts';
import type { ClaimStore } from '../../model/domains/claim.store.ts';
import { canBeBelowWildcard } from '../../model/domains/claim.ts';
import type { DomainStore } from '../../model/domains/domain.store.ts';
import { domainResource } from '../../model/domains/domain-resource.ts';
import type { Domain } from '../../model/domains/domain-row.schema.ts';
import { type FoundDomain, findDomain } from '../../model/domains/find-domain.ts';
import { AppError, actionLimitExceeded, checksAtOnceExceeded } from '../../shared/errors/app-error.ts';
import { refuseBodyFields } from '../../shared/http/json-body.ts';
import { refuseQuery } from '../../shared/http/parameters.ts';
import type { HttpResponse } from '../../shared/http/route.ts';
import { decideAndWrite } from '../../shared/table/lost-race.ts';
import type { Pause } from '../../shared/time/clock.gateway.ts';
import { domainNow } from '../../shared/time/instant.ts';
import { timeOf } from '../../stories/story.ts';
import type { ApiRoute, Call } from '../pipeline/api-route.ts';
import {
  type ClaimPorts,
  memoizedOwnershipCheck,
  type OwnershipCheck,
  refuseBelowWildcard,
  writesToClaim,
} from './claim-hostname.ts';

const DAY_MS = 86_400_000;

/** The domain with one more `retry`, `renew` or `revoke` on today's count. Throws the 429 of a day that is used up. */
export function countedAction<D extends Domain>(domain: D, action: 'retry' | 'renew' | 'revoke', now: Date): D {
  const day = now.toISOString().slice(0, 10);
  const last = domain.actionCounts?.[action];
  const times = last?.day === day ? last.times : 0;
  if (times >= ACTION_LIMITS[action].limit) {
    throw actionLimitExceeded(action, 'domain', new Date((Math.floor(now.getTime() / DAY_MS) + 1) * DAY_MS), now);
  }
  return { ...domain, actionCounts: { ...domain.actionCounts, [action]: { day, times: times + 1 } } };
}

/** What an action does to a domain, for the audit record: its statuses before and after. */
export function statusesOf(before: Domain, after: Domain): Record<'before' | 'after', Record<string, unknown>> {
  const statuses = ({ dnsStatus, sslStatus }: Domain) => ({ dns_status: dnsStatus, ssl_status: sslStatus });
  return { before: statuses(before), after: statuses(after) };
}

export interface CheckDomainPorts extends Omit<CheckPorts, 'asker'> {
  domains: DomainStore;
  /** So many checks at once for an organization: names in zones that do not answer hold a process for the whole time of each. */
  slotOf: SlotOf;
  settings: Pick<Settings, 'dnsChecks'>;
}

export function checkDomain(ports: CheckDomainPorts): ApiRoute {
  return {
    operation: 'checkDomain',
    async prepare(request, caller) {
      refuseBodyFields(request);
      refuseQuery(request);
      const find = () => findDomain(ports.domains, request, caller);
      const read = await find();
      return async (call) => {
        const { now, actor } = call;
        const at = domainNow(call);
        const answer = (domain: Domain): HttpResponse => ({
          status: 200,
          json: domainResource(domain, checkTimesOf(domain, { now: at, timings: ports.timings }), at),
        });
        const add = async (before: Domain, after: Domain) => ({
          audit: { by: actor, clocks: call, ...statusesOf(before, after) },
          alongside: await call.keepAnswer(answer(after)),
        });
        const checked = await inSlot(ports.slotOf, async (admits) => {
          if (!(await admits(read))) throw checksAtOnceExceeded(ports.settings.dnsChecks.processesPerOrganization, now);
          return checkNow(read, find, call, add, { ...ports, asker: 'integrator' });
        });
        if (checked.kind === 'refused') throw actionLimitExceeded('check', 'domain', checked.againAt, now);
        if (checked.kind === 'conflict') throw new AppError('conflict', checked.message);
        return answer(checked.domain);
      };
    },
  };
}

export interface RetryDomainPorts extends ClaimPorts {
  domains: DomainStore;
  claims: ClaimStore;
  timings: Timings;
  /** A moment, for another's transaction to end. */
  pause: Pause;
}

export function retryDomain(ports: RetryDomainPorts): ApiRoute {
  return {
    operation: 'retryDomain',
    async prepare(request, caller) {
      refuseBodyFields(request);
      refuseQuery(request);
      const find = () => findDomain(ports.domains, request, caller);
      const read = await find();
      return (call) => {
        const checkOwnership = memoizedOwnershipCheck(ports.lookAtOwnership, read.organizationId, read.url, domainNow(call));
        return decideAndWrite(read, find, (domain) => retry(domain, checkOwnership, call, ports), ports.pause);
      };
    },
  };
}

/** The hostname may be somebody else's by now: it has to be got again. What is refused does not count against the day. */
async function retry(
  domain: FoundDomain,
  checkOwnership: OwnershipCheck,
  call: Call,
  ports: RetryDomainPorts,
): Promise<HttpResponse> {
  const requested = retryRequested(domain, { now: timeOf(domain, call), timings: ports.timings });
  if (requested.kind === 'conflict') throw new AppError('conflict', requested.message);
  const counted = countedAction(requested.domain, 'retry', call.now);
  if (requested.kind === 'unchanged' || counted.phase !== 'awaiting-dns')
    throw new Error(`domain ${domain.id} was not started over`);
  if (canBeBelowWildcard(counted)) await refuseBelowWildcard(counted, checkOwnership, domainNow(call), ports);
  const { claim, alongside } = await writesToClaim(
    counted,
    await ports.claims.get(domain.url, domain.organizationId),
    checkOwnership,
    call,
    ports,
  );
  const response = { status: 200, json: domainResource(counted) };
  const { timeline, events, startExecution } = requested;
  await ports.domains.replace(domain, counted, {
    timeline,
    events,
    startExecution,
    audit: { by: call.actor, clocks: call, ...statusesOf(domain, requested.domain) },
    alongside: [claim, ...alongside, ...(await call.keepAnswer(response))],
  });
  return response;
}
