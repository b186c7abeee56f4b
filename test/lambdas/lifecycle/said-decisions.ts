import * as certificateFailure from '../../../lambdas/lifecycle/certificate-failure.ts';
import * as checkTransition from '../../../lambdas/lifecycle/check-transition.ts';
import * as dnsTransition from '../../../lambdas/lifecycle/dns-transition.ts';
import * as hintTransition from '../../../lambdas/lifecycle/hint-transition.ts';
import * as installationTransition from '../../../lambdas/lifecycle/installation-transition.ts';
import * as issuanceTransition from '../../../lambdas/lifecycle/issuance-transition.ts';
import * as managedTransition from '../../../lambdas/lifecycle/managed-transition.ts';
import * as moveTransition from '../../../lambdas/lifecycle/move-transition.ts';
import * as queuedTransition from '../../../lambdas/lifecycle/preparation-transition.ts';
import * as claimLostRequest from '../../../lambdas/lifecycle/request.ts';
import * as checkRequest from '../../../lambdas/lifecycle/requests/check-request.ts';
import * as removalRequest from '../../../lambdas/lifecycle/requests/domain-requests.ts';
import * as renewRequest from '../../../lambdas/lifecycle/requests/domain-requests.ts';
import * as retryRequest from '../../../lambdas/lifecycle/requests/domain-requests.ts';
import * as revokeRequest from '../../../lambdas/lifecycle/requests/domain-requests.ts';
import * as moveRequest from '../../../lambdas/lifecycle/requests/move-request.ts';
import * as retirementTransition from '../../../lambdas/lifecycle/retirement-transition.ts';
import * as revocationTransition from '../../../lambdas/lifecycle/revocation-transition.ts';
import * as scanTransition from '../../../lambdas/lifecycle/scan-transition.ts';
import { said } from '../a-domain.ts';

// The lifecycle's decisions, with the diagnosis and error that follow from the domain's conditions.

const saying =
  <A extends unknown[], R>(decide: (...args: A) => R) =>
  (...args: A) =>
    said(decide(...args));

export const certificateFailed = saying(certificateFailure.toCertificateFailed);
export const decideOnDns = saying(dnsTransition.decideOnDns);
export const claimLost = saying(claimLostRequest.toClaimLost);
export const decideOnMove = saying(moveTransition.decideOnMove);
export const decideOnInstallation = saying(installationTransition.decideOnInstallation);
export const decideOnPreparation = saying(queuedTransition.decideOnPreparation);
export const decideOnManaged = saying(managedTransition.decideOnManaged);
export const decideOnOrder = saying(issuanceTransition.decideOnOrder);
export const decideOnChallenge = saying(issuanceTransition.decideOnChallenge);
export const decideOnOrderStatus = saying(issuanceTransition.decideOnOrderStatus);
export const queued = saying(queuedTransition.toQueued);
export const notBefore = saying(queuedTransition.toDelayed);
export const granted = saying(queuedTransition.toGranted);
export const decideOnObservation = saying(checkTransition.decideOnObservation);
export const decideOnRetirement = saying(retirementTransition.decideOnRetirement);
export const decideOnRevocation = saying(revocationTransition.decideOnRevocation);
export const decideOnRevocationOfRemoved = saying(revocationTransition.decideOnRevocationOfRemoved);
export const revocationBegun = saying(revocationTransition.beginRevocation);
export const checkRequested = saying(checkRequest.requestCheck);
export const moveRequested = saying(moveRequest.requestMove);
export const retryRequested = saying(retryRequest.requestRetry);
export const renewRequested = saying(renewRequest.requestRenewal);
export const revokeRequested = saying(revokeRequest.requestRevocation);
export const removalRequested = saying(removalRequest.requestRemoval);
export const decideOnScan = saying(scanTransition.decideOnScan);
export const decideOnHint = saying(hintTransition.decideOnHint);
