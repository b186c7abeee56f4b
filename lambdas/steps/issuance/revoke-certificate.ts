import { StepInput, type StepOutcome } from '../../../contract/stack/execution.schema.ts';
import type { CertificateAuthority } from '../../acme/acme.gateway.ts';
import type { AcmeResult } from '../../acme/answer.ts';
import { isProblem } from '../../acme/problem.ts';
import type { RevocationObservation } from '../../lifecycle/issuance-observation.ts';
import { decideOnRevocation, decideOnRevocationOfRemoved } from '../../lifecycle/revocation-transition.ts';
import type { DomainIn, Revocation } from '../../model/domains/domain-row.schema.ts';
import { REVOCATION_REASON_CODES } from '../../model/domains/domain-row.schema.ts';
import type { RevocationStore } from '../../model/domains/revocation.store.ts';
import { type Gathered, runStep, type Step, type StepPorts } from '../run-step.ts';
import { derOfPem } from './certificate-facts.ts';

export interface RevocationPorts {
  /** The CA of this name. Certificates from the time of a single CA have no name. */
  caOf: (name: string | undefined) => Pick<CertificateAuthority, 'revokeCertificate'>;
  revocations: Pick<RevocationStore, 'getLeaf' | 'deleteWrite'>;
}

/** Makes the CA revoke a certificate that was replaced, or whose domain was deleted. */
export function revokeCertificate(ports: RevocationPorts & StepPorts): (event: unknown) => Promise<StepOutcome> {
  const replaced: Step<'revoking', RevocationObservation> = {
    name: 'revoke-certificate',
    phase: 'revoking',
    gather: (domain, { now }) => revokeAtCa(domain, ports, now),
    decide: decideOnRevocation,
  };
  const removed: Step<'removing', RevocationObservation> = {
    name: 'revoke-certificate',
    phase: 'removing',
    gather: (domain, { now }) => revokeAtCa(domain, ports, now),
    decide: decideOnRevocationOfRemoved,
  };
  return async (event) => {
    const domain = await ports.domains.get(StepInput.parse(event).domainId);
    return domain?.phase === 'removing' ? runStep(removed, ports)(event) : runStep(replaced, ports)(event);
  };
}

/** One request, safe to repeat: a CA that already revoked it says so. An expired certificate needs no revocation. */
async function revokeAtCa(
  { id, revocation }: DomainIn<'revoking' | 'removing'>,
  { caOf, revocations }: RevocationPorts,
  now: Date,
): Promise<Gathered<RevocationObservation>> {
  const alongside = [revocations.deleteWrite(id)];
  if (revocation === undefined || revocation.notAfter <= now.toISOString())
    return { observation: { kind: 'revocation-over' }, alongside };
  const result = await askedOf(caOf(revocation.ca), derOfPem(await revocations.getLeaf(id, revocation)), revocation);
  const isDone = result.kind === 'ok' || isProblem(result.problem, 'alreadyRevoked');
  if (isDone) return { observation: { kind: 'certificate-revoked' }, alongside };
  return { observation: { kind: 'ca-trouble', problem: result.problem } };
}

/** If the CA refuses the reason it may accept none: the revocation matters more. */
async function askedOf(
  ca: ReturnType<RevocationPorts['caOf']>,
  certificate: Uint8Array,
  { reason }: Revocation,
): Promise<AcmeResult<string>> {
  const reasonCode = REVOCATION_REASON_CODES[reason];
  const first = await ca.revokeCertificate(certificate, reasonCode);
  const isRefused = reasonCode !== undefined && first.kind === 'problem' && isProblem(first.problem, 'badRevocationReason');
  return isRefused ? ca.revokeCertificate(certificate) : first;
}
