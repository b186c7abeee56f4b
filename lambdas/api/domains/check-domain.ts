import { checkNow } from '../../checks/check-now.ts';
import { withSlot } from '../../checks/check-slot.ts';
import { checkTimesOf } from '../../lifecycle/check-times.ts';
import { DomainResource } from '../../model/domains/domain-resource.schema.ts';
import { domainResource } from '../../model/domains/domain-resource.ts';
import type { Domain } from '../../model/domains/domain-row.schema.ts';
import { findDomain } from '../../model/domains/find-domain.ts';
import { CHECKED_DOMAIN } from '../../model/events/domain-examples.ts';
import { AppError, actionLimitExceeded, checksAtOnceExceeded } from '../../shared/errors/app-error.ts';
import type { HttpResponse } from '../../shared/http/route.ts';
import { domainNow } from '../../shared/time/instant.ts';
import type { CheckPorts } from '../../wiring/checks.wiring.ts';
import { defineOperation, NO_FIELDS } from '../pipeline/operation.ts';
import { statusesOf } from './action-count.ts';

type Uses = Pick<
  CheckPorts,
  'domains' | 'claims' | 'actionCounts' | 'settings' | 'slotOfLane' | 'lookAtRecords' | 'lookAtServer' | 'pause'
>;

export const checkDomain = defineOperation({
  id: 'checkDomain',
  clientMethod: 'domains.check',
  tag: 'Domains',
  reach: 'domain',
  audit: { action: 'dns.checked', facts: ['before', 'after'] },
  summary: 'Look at the DNS, and at what is served, now',
  description:
    'Does not wait for the next check of the service. Once in 10 seconds for each domain, and for ten domains of an organization at once (or as many as the deployment allows); answers within 8. A domain in `error` goes on when the CNAME record is found. For an active domain it also opens a TLS connection, as a browser does, and asks whether the machines of its server are heard of: `diagnosis` says what was found, its `evidence` which certificate was shown or what became of the connection. What this check could not see again keeps the `checked_at` of the check that saw it.',
  body: NO_FIELDS,
  answer: { status: 200, description: 'The domain.', schema: DomainResource, example: () => CHECKED_DOMAIN },
  prepare:
    (ports: Uses) =>
    async ({ request, caller }) => {
      const { settings } = ports;
      const find = () => findDomain(ports.domains, request, caller);
      const read = await find();
      return async (call) => {
        const { now, actor } = call;
        const at = domainNow(call);
        const answer = (domain: Domain): HttpResponse => ({
          status: 200,
          json: domainResource(domain, checkTimesOf(domain, { now: at, timings: settings.timings }), at),
        });
        const add = async (before: Domain, after: Domain) => ({
          audit: { by: actor, clocks: call, ...statusesOf(before, after) },
          alongside: await call.answerWrites(answer(after)),
        });
        // Limits concurrent checks per organization: hostnames in zones that do not answer hold a process for the whole time-out.
        const checked = await withSlot(ports.slotOfLane('api'), async (admits) => {
          if (!(await admits(read))) throw checksAtOnceExceeded(settings.dnsChecks.processesPerOrganization, now);
          return checkNow(read, find, call, add, ports, 'integrator');
        });
        if (checked.kind === 'refused') throw actionLimitExceeded('check', 'domain', checked.againAt, now);
        if (checked.kind === 'conflict') throw new AppError('conflict', checked.message);
        return answer(checked.domain);
      };
    },
});
