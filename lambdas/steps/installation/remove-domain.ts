import { StepInput, type StepOutcome } from '../../../contract/stack/execution.schema.ts';
import type { TimedDecision } from '../../../contract/stack/timings.schema.ts';
import { challengeMethod, challengeTypeOf, type PublishPorts } from '../../acme/challenge.ts';
import type { ClaimReads } from '../../model/domains/claim.store.ts';
import type { DomainStore } from '../../model/domains/domain.store.ts';
import type { Domain } from '../../model/domains/domain-row.schema.ts';
import { wonRace } from '../../shared/table/lost-race.ts';
import { addSeconds } from '../../shared/time/instant.ts';
import type { StepPorts } from '../run-step.ts';
import { type RetirementPorts, retireCertificates } from './retire-certificate.ts';

export interface RemovalPorts extends RetirementPorts, PublishedChallenges, Pick<StepPorts, 'clock' | 'log' | 'restoreEpoch'> {
  domains: Pick<DomainStore, 'get' | 'replace' | 'endTimeline' | 'remove'>;
  claims: Pick<ClaimReads, 'get'>;
}

interface PublishedChallenges {
  challenges: PublishPorts;
}

const ended: StepOutcome = { next: 'done', waitSeconds: 0 };
const revocationIsNext: StepOutcome = { next: 'revoke-certificate', waitSeconds: 0 };

/**
 * A domain's last step: removes its certificates and its challenge data, then its row; the timeline stays for 30 days. A domain
 * whose hostname another organization has taken serves until that one's does. A pending revocation happens in between, when the
 * certificate is no longer served. A lost race belongs to a newer attempt, which does the same.
 */
export function removeDomain(ports: RemovalPorts) {
  return async (event: unknown): Promise<StepOutcome> => {
    const { domainId, attempt, epoch, timings } = StepInput.parse(event);
    if (epoch < ports.restoreEpoch) return ended;
    const domain = await ports.domains.get(domainId);
    if (domain?.execution.attempt !== attempt || domain.phase !== 'removing') return ended;
    const now = ports.clock();
    await challengeMethod(challengeTypeOf(domain)).forget(domain, ports.challenges, now);
    const waitSeconds = servesForSeconds(domain, await successorOf(domain, ports), { now, timings });
    if (waitSeconds > 0) return rest(domain, waitSeconds, ports);
    await retireCertificates(domain, ports, now);
    if (domain.revocation) return revocationIsNext;
    await ports.domains.endTimeline(domainId, ports.clock());
    if (await wonRace(ports.domains.remove(domain))) ports.log('info', 'domain.removed', { domainId, attempt });
    return ended;
  };
}

async function successorOf(
  { url, organizationId, transfer }: Domain,
  { claims, domains }: Pick<RemovalPorts, 'claims' | 'domains'>,
): Promise<Domain | undefined> {
  const claim = transfer && (await claims.get(url, organizationId));
  return claim?.state === 'held' ? domains.get(claim.domainId) : undefined;
}

/** Ends the execution; the sweep begins the next check. */
async function rest(domain: Domain, waitSeconds: number, { domains, clock }: Pick<RemovalPorts, 'domains' | 'clock'>) {
  const now = clock();
  const dueAt = addSeconds(now, waitSeconds);
  const execution = { ...domain.execution, restarts: 0, dueAt, resumeAt: dueAt };
  const resting = { ...domain, execution, updatedAt: now.toISOString() };
  const change = { timeline: 'domain.removal_awaited', events: [], isQuiet: true as const };
  await wonRace(domains.replace(domain, resting, change));
  return ended;
}

/** Checks become rarer over time, so that a switch that never happens costs little. */
const SHARE_OF_TIME = 12;

/**
 * How long a handed-over domain must still serve: 0 if its successor has been served for longer than resolvers may cache, or if
 * its own certificate has expired.
 */
function servesForSeconds(domain: Domain, successor: Domain | undefined, { now, timings }: TimedDecision): number {
  const { transfer, served, sslStatus } = domain;
  const at = now.toISOString();
  if (!transfer?.completedAt || !served || sslStatus !== 'active' || served.certificate.notAfter <= at) return 0;
  const since = successor?.dnsStatus === 'validated' && successor.sslStatus === 'active' ? successor.served?.since : undefined;
  if (since !== undefined && addSeconds(new Date(since), timings.retirePauseSeconds) <= at) return 0;
  const elapsed = (now.getTime() - Date.parse(transfer.completedAt)) / 1000;
  return Math.max(1, timings.retirePauseSeconds, Math.floor(elapsed / SHARE_OF_TIME));
}
