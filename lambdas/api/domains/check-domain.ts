import { checksOf } from '../../lifecycle/checks.ts';
import { type CheckPorts, checkNow } from '../../lifecycle/requests/check-now.ts';
import type { DomainStore } from '../../model/domains/domain.store.ts';
import { domainResource } from '../../model/domains/domain-resource.ts';
import type { Domain } from '../../model/domains/domain-row.schema.ts';
import { findDomain } from '../../model/domains/find-domain.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import { actionLimitExceeded } from '../../shared/errors/named-errors.ts';
import { refuseBodyFields } from '../../shared/http/json-body.ts';
import { refuseQuery } from '../../shared/http/query.ts';
import type { HttpResponse } from '../../shared/http/route.ts';
import type { ApiRoute } from '../pipeline/api-route.ts';
import { statusesOf } from './domain-action.ts';

export interface CheckDomainPorts extends Omit<CheckPorts, 'asker'> {
  domains: DomainStore;
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
        const answer = (domain: Domain): HttpResponse => ({
          status: 200,
          json: domainResource(domain, checksOf(domain, now, ports.timings)),
        });
        const add = async (before: Domain, after: Domain) => ({
          audit: { by: actor, ...statusesOf(before, after) },
          alongside: await call.keepAnswer(answer(after)),
        });
        const checked = await checkNow(read, find, now, add, { ...ports, asker: 'integrator' });
        if (checked.kind === 'refused') throw actionLimitExceeded('check', 'domain', checked.againAt, now);
        if (checked.kind === 'conflict') throw new AppError('conflict', checked.message);
        return answer(checked.domain);
      };
    },
  };
}
