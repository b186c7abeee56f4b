import type { DiagnosisReason } from '../../contract/api/error-codes.ts';
import type { AcmeProblem } from '../acme/problem.ts';
import type { Diagnosis, Evidence } from '../model/domains/diagnosis/diagnosis.schema.ts';
import type { CertificateFacts } from '../model/domains/issuance.schema.ts';
import type { NotReady } from '../model/servers/server.ts';
import type { Sealed } from '../shared/secrets/sealed.schema.ts';
import type { Unmatched } from './observation.ts';
import type { Spend } from './spend.ts';

// Observations of the issuance steps, including the CA's problem documents.

/** A temporary problem of the CA: it is down, busy, out of nonces, rate limiting. */
export interface CaTrouble {
  kind: 'ca-trouble';
  problem: AcmeProblem;
}
/** The CA's final answer to this order: it will not issue, or the validation failed. */
export interface CaRefusal {
  kind: 'ca-refused';
  problem: AcmeProblem;
}
/** The CA works but does not know the order or a part of it: it is gone, or a replica lags behind. */
export interface OrderNotFound {
  kind: 'order-not-found';
  problem: AcmeProblem;
}
/** The order is unusable (expired or invalid). Another one is needed, and nobody is at fault. */
export interface OrderLost {
  kind: 'order-lost';
  problem: AcmeProblem;
}

/** The CA was not called, because its circuit breaker is open, and no other CA is left. */
export interface CaUnavailable {
  kind: 'ca-unavailable';
  problem: AcmeProblem;
  retryAfterSeconds: number;
}
/** Another CA is next. */
export interface CaPassedOver {
  kind: 'ca-passed-over';
  ca: string;
  problem: AcmeProblem;
  /** The CA refuses this name, so this request does not call it again. */
  isOfThisName?: true;
}

/** Every result of an order check other than the expected one. */
export type OrderTrouble = CaTrouble | CaRefusal | OrderLost | OrderNotFound;

/** The issuance window ended before any request was made. */
export interface WindowOver {
  kind: 'window-over';
}

/** An order has a slot, granted at this time. `spends`: its cost, written with the row that takes it. */
export interface SlotGranted {
  kind: 'slot-granted';
  grantedAt: string;
  spends: readonly Spend[];
}
/** The reason that keeps a name queued despite room: an operator's pause, or a validation zone that is behind. */
export type HeldBy = 'operator' | 'zone';
/** A place in the CA account's queue: how many of its class are ahead, and when it should be served. */
export interface SlotQueued {
  kind: 'slot-queued';
  place: string;
  ahead: number;
  expectedAt: string;
  heldBy?: HeldBy;
  spends: readonly Spend[];
}
/** The CA's limit for this hostname, or its registered domain, allows no certificate before then. */
export interface SlotNotBefore {
  kind: 'slot-not-before';
  at: string;
}
/** The queue granted a slot that is unusable while the zone is behind: the name keeps it as long as it is valid. */
export interface SlotKept {
  kind: 'slot-kept';
}
export type SlotOffer = SlotGranted | SlotKept | SlotQueued | SlotNotBefore;
/** The CA does not count the order against its limits. */
export interface SlotNotNeeded {
  kind: 'slot-not-needed';
}

/** The order needs a slot first: one is taken, and the next turn places the order. */
export interface SlotRequired {
  kind: 'slot-first';
  ca: string;
  slot: SlotGranted;
}
/** No slot for another order is free now. */
export interface SlotRefused {
  kind: 'slot-refused';
}

/** The service's order budget at the fallback CA is used up now. */
export interface FallbackFull {
  kind: 'fallback-full';
  ca: string;
  retryAfterSeconds: number;
}

/** The preflight must be repeated: it is old, or the CA's CAA identity has only now become known. */
export interface PreflightDue {
  kind: 'preflight-due';
  waitSeconds: number;
}

/** Results of the choice of a CA, in any step, instead of a CA's answer. */
export type CaChoiceResult = CaUnavailable | CaPassedOver | FallbackFull | PreflightDue | SlotRequired;

export type PreparationObservation =
  /** It is already in the queue. */
  | { kind: 'still-queued'; slot: SlotQueued }
  /** `isUnproven`: the preflight failed, but the order is placed anyway. */
  | {
      kind: 'preflight-passed';
      slot: SlotOffer | SlotNotNeeded;
      sealedKey: Sealed;
      csr: string;
      isUnproven?: true;
      /** CAs, by name, that CAA records forbid while they allow another, and those that could not be judged. */
      caa?: { forbids?: string[]; unjudged?: string[] };
    }
  | {
      kind: 'preflight-failed';
      serverConnected: boolean;
      whyNot?: NotReady;
      seenByAgent?: boolean;
      reason?: DiagnosisReason;
      observed?: string;
      evidence: Evidence[];
    }
  /** The hostname was validated but no longer points to its label: no order until it does. */
  | { kind: 'cname-gone'; dns: Unmatched }
  /** The same for the DNS validation record. Also no order without an answer. */
  | { kind: 'validation-gone'; dns: Unmatched }
  /** The CA would refuse the order and count it. */
  | { kind: 'caa-forbids'; diagnosis: Omit<Diagnosis, 'checkedAt'> }
  | WindowOver;

export type OrderObservation =
  /** `challengeAnswered`: the same step told the CA that the challenge is ready. */
  | {
      kind: 'order-created';
      ca: string;
      orderUrl: string;
      finalizeUrl: string;
      authorizationUrl: string;
      challengeAnswered?: true;
      isReplacement?: true;
    }
  | SlotRefused
  | WindowOver
  | CaTrouble
  | CaRefusal
  | OrderLost;

/** `challenge-awaited`: the answer is written, but not yet visible where the CA will look for it. */
export type ChallengeObservation = { kind: 'challenge-answered' } | { kind: 'challenge-awaited' } | OrderTrouble;

/** Downloaded and checked. The same transaction installs it at its server. */
export interface DownloadedCertificate {
  kind: 'certificate-downloaded';
  certificate: CertificateFacts;
  /** What the certificate costs of the CA's limits. */
  spends: readonly Spend[];
}

export interface OrderPending {
  kind: 'order-pending';
  retryAfterSeconds?: number;
}
/** The order is processing or valid: finalized by this step, or by one that crashed. */
export interface OrderFinalized {
  kind: 'order-finalized';
  certificateUrl?: string;
  retryAfterSeconds?: number;
}

export type OrderStatusObservation = OrderPending | { kind: 'order-ready' } | FinalizeObservation;
export type FinalizeObservation = OrderFinalized | DownloadedCertificate | OrderTrouble;
export type DownloadObservation = OrderPending | DownloadedCertificate | OrderTrouble;

/** `revocation-over`: the certificate has expired meanwhile, and no CA revokes it any more. */
export type RevocationObservation = { kind: 'certificate-revoked' } | { kind: 'revocation-over' } | CaTrouble;
