import { StepInput, type StepOutcome } from '../../../contract/stack/execution.schema.ts';
import type { StepPorts } from '../../lifecycle/run-step.ts';
import type { DomainStore } from '../../model/domains/domain.store.ts';
import { wonRace } from '../../shared/table/lost-race.ts';
import { type RetirementPorts, retireCertificates } from './retire-certificate.ts';

export interface RemovalPorts extends RetirementPorts, Pick<StepPorts, 'clock' | 'log' | 'restoreEpoch'> {
  domains: Pick<DomainStore, 'get' | 'remove'>;
}

const ended: StepOutcome = { next: 'done', waitSeconds: 0 };
const revocationIsNext: StepOutcome = { next: 'revoke-certificate', waitSeconds: 0 };

/**
 * The entry point of a domain's last step: takes its certificates away, then its row; its timeline stays. What was to be revoked
 * is so in between, because nobody is served it any more. A lost race is a newer attempt's, which does the same.
 */
export function removeDomain(ports: RemovalPorts) {
  return async (event: unknown): Promise<StepOutcome> => {
    const { domainId, attempt, epoch } = StepInput.parse(event);
    if (epoch < ports.restoreEpoch) return ended;
    const domain = await ports.domains.get(domainId);
    if (domain?.execution.attempt !== attempt || domain.phase !== 'removing') return ended;
    await retireCertificates(domain, ports, ports.clock());
    if (domain.revocation) return revocationIsNext;
    if (await wonRace(ports.domains.remove(domain))) ports.log('info', 'domain.removed', { domainId, attempt });
    return ended;
  };
}
