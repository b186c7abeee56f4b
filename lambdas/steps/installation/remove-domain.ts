import { StepInput, type StepOutcome } from '../../../contract/stack/execution.schema.ts';
import { challengeMethod, challengeTypeOf, type PublishPorts } from '../../acme/challenge.ts';
import type { StepPorts } from '../../lifecycle/run-step.ts';
import type { DomainStore } from '../../model/domains/domain.store.ts';
import { wonRace } from '../../shared/table/lost-race.ts';
import { type RetirementPorts, retireCertificates } from './retire-certificate.ts';

export interface RemovalPorts extends RetirementPorts, PublishedChallenges, Pick<StepPorts, 'clock' | 'log' | 'restoreEpoch'> {
  domains: Pick<DomainStore, 'get' | 'endTimeline' | 'remove'>;
}

interface PublishedChallenges {
  challenges: PublishPorts;
}

const ended: StepOutcome = { next: 'done', waitSeconds: 0 };
const revocationIsNext: StepOutcome = { next: 'revoke-certificate', waitSeconds: 0 };

/**
 * The entry point of a domain's last step: removes its certificates and what it shows a CA, then its row; the timeline stays for
 * 30 days. A pending revocation is done in between, when nobody is served the certificate any more. A lost race belongs to a
 * newer attempt, which does the same.
 */
export function removeDomain(ports: RemovalPorts) {
  return async (event: unknown): Promise<StepOutcome> => {
    const { domainId, attempt, epoch } = StepInput.parse(event);
    if (epoch < ports.restoreEpoch) return ended;
    const domain = await ports.domains.get(domainId);
    if (domain?.execution.attempt !== attempt || domain.phase !== 'removing') return ended;
    await retireCertificates(domain, ports, ports.clock());
    await challengeMethod(challengeTypeOf(domain)).forget(domain, ports.challenges, ports.clock());
    if (domain.revocation) return revocationIsNext;
    await ports.domains.endTimeline(domainId, ports.clock());
    if (await wonRace(ports.domains.remove(domain))) ports.log('info', 'domain.removed', { domainId, attempt });
    return ended;
  };
}
