import type { StepInput, StepOutcome } from '../../../contract/stack/execution.schema.ts';
import type { StepName } from '../../../contract/stack/steps.ts';
import { type RemovalPorts, removeDomain } from '../installation/remove-domain.ts';
import { type RetirementPorts, retireCertificate } from '../installation/retire-certificate.ts';
import { type VerificationPorts, verifyInstallation } from '../installation/verify-installation.ts';
import { type MovePorts, verifyMove } from '../installation/verify-move.ts';
import { type AnswerChallengePorts, answerChallenge } from '../issuance/answer-challenge.ts';
import type { CaStepPorts } from '../issuance/ca-step.ts';
import { type CreateOrderPorts, createOrder } from '../issuance/create-order.ts';
import { type AnnouncingPorts, type DownloadPorts, downloadCertificate } from '../issuance/download-certificate.ts';
import { finalizeOrder } from '../issuance/finalize-order.ts';
import { pollOrder } from '../issuance/poll-order.ts';
import { type PreparationPorts, type PreparedPorts, prepareIssuance } from '../issuance/prepare-issuance.ts';
import { type RevocationPorts, revokeCertificate } from '../issuance/revoke-certificate.ts';
import { runStep, type StepPorts } from '../run-step.ts';

export type EveryStepPorts = StepPorts &
  (PreparationPorts & PreparedPorts) &
  (CreateOrderPorts & AnswerChallengePorts & CaStepPorts & DownloadPorts & AnnouncingPorts) &
  (VerificationPorts & MovePorts & RetirementPorts & RevocationPorts & RemovalPorts);

export type RunStep = (input: StepInput) => Promise<StepOutcome>;

/** Every lifecycle step as its Lambda runs it, except `check-dns`, whose waits differ. */
export function everyStep(ports: EveryStepPorts): Record<Exclude<StepName, 'check-dns'>, RunStep> {
  return {
    'prepare-issuance': runStep(prepareIssuance(ports, ports), ports),
    'create-order': runStep(createOrder(ports), ports),
    'answer-challenge': runStep(answerChallenge(ports), ports),
    'poll-order': runStep(pollOrder(ports, ports), ports),
    'finalize-order': runStep(finalizeOrder(ports, ports), ports),
    'download-certificate': runStep(downloadCertificate(ports, ports), ports),
    'verify-installation': runStep(verifyInstallation(ports, ports), ports),
    'verify-move': runStep(verifyMove(ports, ports), ports),
    'retire-certificate': runStep(retireCertificate(ports), ports),
    'revoke-certificate': revokeCertificate(ports),
    'remove-domain': removeDomain(ports),
  };
}
