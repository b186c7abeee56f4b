import { DnsStepInput, type StepOutcome } from '../../../contract/stack/execution.schema.ts';
import { withSlot } from '../../checks/check-slot.ts';
import type { FindSetup } from '../../dns/domain-connect/find-setup.ts';
import { decideOnDns } from '../../lifecycle/dns-transition.ts';
import type { DnsObservation } from '../../lifecycle/observation.ts';
import { isInWaitStates } from '../../lifecycle/pace.ts';
import type { ClaimReads } from '../../model/domains/claim.store.ts';
import type { Domain } from '../../model/domains/domain-row.schema.ts';
import { END_OUTCOME, runStepOnce } from '../run-step.ts';
import { type CheckDns, queueNextCheck, quietChecksAfter, quietChecksBefore, type WatchPorts } from './awaited-check.ts';

export interface CheckDnsPorts {
  /** The CNAME of a domain, and the record of its validation if it has one. */
  lookAtRecords: (domain: Domain, now: Date) => Promise<DnsObservation>;
  claims: Pick<ClaimReads, 'validatedWrite'>;
  /** Absent if providers do not have the service's template. */
  findSetup?: FindSetup | undefined;
}

/**
 * The first lifecycle step, until the CNAME is correct or its window ends. A domain is validated only while it holds the claim to
 * its hostname. With DNS validation, a record of its own proves it, and the domain returns here for its traffic's CNAME once its
 * server has the certificate.
 */
export function checkDns({ lookAtRecords, claims, findSetup }: CheckDnsPorts): CheckDns {
  return {
    name: 'check-dns',
    phase: 'awaiting-dns',
    async gather(domain, { now }) {
      const observation = await lookAtRecords(domain, now);
      const proves = domain.validation ? observation.validation : observation;
      const proven = proves?.kind === 'cname-matched' && { alongside: [claims.validatedWrite(domain, now)] };
      const setup = await findSetup?.(domain, observation, now);
      return { observation: { ...observation, ...(setup && { setup }) }, ...proven };
    },
    decide: decideOnDns,
  };
}

/**
 * A check in an execution, which waits for the next one in a wait state. After its part of the window, or without a free slot for
 * its organization, it ends once the queue has accepted the next check; otherwise it keeps waiting itself.
 */
export function checkThenWatch(step: CheckDns, ports: WatchPorts) {
  return async (event: unknown): Promise<StepOutcome> => {
    const input = DnsStepInput.parse(event);
    const { timings } = input;
    const startedAt = ports.clock();
    const quietChecks = quietChecksBefore(input);
    const result = await withSlot(ports.slotOfLane('step'), (admits) => runStepOnce(step, ports, input, { admits, quietChecks }));
    const { outcome, domain, wasNotAdmitted } = result;
    if (domain === undefined || outcome.next !== step.name) return outcome;
    const quiet = quietChecksAfter(result, domain, input.quiet);
    const waits: StepOutcome = { ...outcome, ...(quiet && { quiet }) };
    if (!wasNotAdmitted && isInWaitStates(domain, { now: ports.clock(), timings })) return waits;
    return (await queueNextCheck(result, input, startedAt, ports)) ? END_OUTCOME : waits;
  };
}
