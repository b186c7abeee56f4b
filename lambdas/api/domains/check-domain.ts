import { checkRequested } from '../../lifecycle/check-request.ts';
import { checksOf } from '../../lifecycle/checks.ts';
import type { DnsObservation } from '../../lifecycle/observation.ts';
import type { ClaimStore } from '../../model/domains/claim.store.ts';
import type { DomainStore } from '../../model/domains/domain.store.ts';
import { domainResource } from '../../model/domains/domain-resource.ts';
import { type FoundDomain, findDomain } from '../../model/domains/find-domain.ts';
import { ACTION_LIMITS } from '../../shared/contract/limits.ts';
import type { Timings } from '../../shared/contract/timings.schema.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import { actionLimitExceeded } from '../../shared/errors/named-errors.ts';
import { refuseBodyFields } from '../../shared/http/json-body.ts';
import { refuseQuery } from '../../shared/http/query.ts';
import type { HttpResponse } from '../../shared/http/route.ts';
import type { ActionStore } from '../../shared/table/action.store.ts';
import { decideAndWrite } from '../../shared/table/decide-and-write.ts';
import { keys } from '../../shared/table/keys.ts';
import type { ApiRoute, Call } from '../pipeline/api-route.ts';
import { statusesOf } from './domain-action.ts';

export interface CheckDomainPorts {
  domains: DomainStore;
  actions: ActionStore;
  claims: ClaimStore;
  /** What DNS has not answered within the budget is unknown. */
  lookAtCname: (domain: FoundDomain, budgetMs: number, now: Date) => Promise<DnsObservation>;
  timings: Timings;
  /** A moment, for another's transaction to end. */
  pause: () => Promise<void>;
}

/** The caller waits for at most 8 s: 7.5 s for DNS, the rest for the table. */
const DNS_BUDGET_MS = 7_500;

export function checkDomain(ports: CheckDomainPorts): ApiRoute {
  return {
    operation: 'checkDomain',
    async prepare(request, caller) {
      refuseBodyFields(request);
      refuseQuery(request);
      const find = () => findDomain(ports.domains, request, caller);
      const read = await find();
      return async (call) => {
        const taken = await ports.actions.take(keys.actions(read.id), call.now, ACTION_LIMITS.check.perSeconds);
        if (taken.kind === 'refused') throw actionLimitExceeded('check', 'domain', taken.againAt, call.now);
        const observation = await ports.lookAtCname(read, DNS_BUDGET_MS, call.now);
        return decideAndWrite(read, find, (domain) => check(domain, observation, call, ports), ports.pause);
      };
    },
  };
}

async function check(
  domain: FoundDomain,
  observation: DnsObservation,
  call: Call,
  { domains, claims, timings }: CheckDomainPorts,
): Promise<HttpResponse> {
  const requested = checkRequested(domain, observation, call.now, timings);
  if (requested.kind === 'conflict') throw new AppError('conflict', requested.message);
  const response = { status: 200, json: domainResource(requested.domain, checksOf(requested.domain, call.now, timings)) };
  if (requested.kind === 'unchanged') return response;
  const { timeline, events, startExecution } = requested;
  const isValidation = requested.domain.everValidated && !domain.everValidated;
  await domains.replace(domain, requested.domain, {
    ...{ timeline, events, startExecution },
    audit: { by: call.actor, ...statusesOf(domain, requested.domain) },
    alongside: [...(isValidation ? [claims.validatedWrite(domain, call.now)] : []), ...(await call.keepAnswer(response))],
  });
  return response;
}
