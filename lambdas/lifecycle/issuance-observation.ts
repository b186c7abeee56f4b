import type { DiagnosisReason } from '../../contract/api/error-codes.ts';
import type { AcmeProblem } from '../acme/problem.ts';
import type { Diagnosis, Evidence } from '../model/domains/diagnosis/diagnosis.schema.ts';
import type { CertificateFacts } from '../model/domains/issuance.schema.ts';
import type { NotReady } from '../model/servers/server.ts';
import type { Sealed } from '../shared/secrets/sealed.schema.ts';
import type { Unmatched } from './observation.ts';
import type { Spend } from './spend.ts';

// What the steps of issuance saw and heard, the CA's problem documents among it.

/** Trouble with the CA that may pass: it is down, busy, out of nonces, rate limiting. */
export interface CaTrouble {
  kind: 'ca-trouble';
  problem: AcmeProblem;
}
/** The CA's final word on this order: it will not issue, or the validation failed. */
export interface CaRefusal {
  kind: 'ca-refused';
  problem: AcmeProblem;
}
/** The CA serves but does not know the order or a part of it: it is gone, or a replica lags behind. */
export interface OrderNotFound {
  kind: 'order-not-found';
  problem: AcmeProblem;
}
/** The order cannot be used any more (expired or invalid). Another one is needed, and nobody is at fault. */
export interface OrderLost {
  kind: 'order-lost';
  problem: AcmeProblem;
}

/** The CA was not asked, because its breaker is open. No other CA is left. */
export interface CaUnavailable {
  kind: 'ca-unavailable';
  problem: AcmeProblem;
  retryAfterSeconds: number;
}
/** Another CA is to be asked. */
export interface CaPassedOver {
  kind: 'ca-passed-over';
  /** Its name. */
  ca: string;
  problem: AcmeProblem;
  /** It refuses this name: it is not asked for it again in this request. */
  isOfThisName?: true;
}

/** Whatever may come of a check of an order instead of what was asked for. */
export type OrderTrouble = CaTrouble | CaRefusal | OrderLost | OrderNotFound;

/** The issuance window had ended before anything was asked: nothing was. */
export interface WindowOver {
  kind: 'window-over';
}

/** There is a slot for an order, since then. `spends`: what it costs, to be written with the row that takes it. */
export interface SlotGranted {
  kind: 'slot-granted';
  grantedAt: string;
  spends: readonly Spend[];
}
/** What keeps a name in the queue whatever room there is: an operator, or the writer of the validation zone, which is behind. */
export type HeldBy = 'operator' | 'zone';
/** In the queue of the CA account: how many of its class are ahead, and when it is expected to be served. */
export interface SlotQueued {
  kind: 'slot-queued';
  place: string;
  ahead: number;
  expectedAt: string;
  heldBy?: HeldBy;
  spends: readonly Spend[];
}
/** The CA issues no more for this hostname, or for its registered domain, before. */
export interface SlotNotBefore {
  kind: 'slot-not-before';
  at: string;
}
/** The queue has granted a slot, which cannot be used while the zone is behind: the name keeps it for as long as it is valid. */
export interface SlotKept {
  kind: 'slot-kept';
}
export type SlotOffer = SlotGranted | SlotKept | SlotQueued | SlotNotBefore;
/** The CA does not count the order. */
export interface SlotNotNeeded {
  kind: 'slot-not-needed';
}

/** An order needs a slot that it does not have yet: one is taken, and the order is placed by the next turn. */
export interface SlotFirst {
  kind: 'slot-first';
  /** The CA that it is for, by name. */
  ca: string;
  slot: SlotGranted;
}
/** There is no slot for another order now. */
export interface SlotRefused {
  kind: 'slot-refused';
}

/** Our own order budget at the fallback CA has no room now. */
export interface FallbackFull {
  kind: 'fallback-full';
  /** Its name. */
  ca: string;
  retryAfterSeconds: number;
}

/** The preflight must be repeated: it is old, or only now the CA's CAA identity is known. */
export interface PreflightDue {
  kind: 'preflight-due';
  waitSeconds: number;
}

/** Results about the choice of a CA, in any step, in place of a CA's answer. */
export type AboutCas = CaUnavailable | CaPassedOver | FallbackFull | PreflightDue | SlotFirst;

export type PreparationObservation =
  /** It waits in the queue already. */
  | { kind: 'still-queued'; slot: SlotQueued }
  /** `isUnproven`: it failed, and the order is to be tried all the same. */
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
  /** DNS was validated but does not show the label any more: nothing is ordered until it does. */
  | { kind: 'cname-gone'; dns: Unmatched }
  /** The same of the record by which the hostname is validated by DNS. Without an answer nothing is ordered, either. */
  | { kind: 'validation-gone'; dns: Unmatched }
  /** The CA would refuse, and count it. */
  | { kind: 'caa-forbids'; diagnosis: Omit<Diagnosis, 'checkedAt'> }
  | WindowOver;

export type OrderObservation =
  /** `challengeAnswered`: the CA was told by the same step that it may ask for the challenge. */
  | {
      kind: 'order-created';
      ca: string;
      orderUrl: string;
      finalizeUrl: string;
      authorizationUrl: string;
      challengeAnswered?: true;
      /** It names the certificate that it replaces. */
      isReplacement?: true;
    }
  | SlotRefused
  | WindowOver
  | CaTrouble
  | CaRefusal
  | OrderLost;

/** `challenge-awaited`: the answer is written, and not yet to be found where the CA will look for it. */
export type ChallengeObservation = { kind: 'challenge-answered' } | { kind: 'challenge-awaited' } | OrderTrouble;

/** Fetched and checked: a transaction that says so puts it before its server. */
export interface DownloadedCertificate {
  kind: 'certificate-downloaded';
  certificate: CertificateFacts;
  /** What the CA counts of it. */
  spends: readonly Spend[];
}

export interface OrderPending {
  kind: 'order-pending';
  retryAfterSeconds?: number;
}
/** The order is processing or valid: finalized by the same step, or by one that crashed. */
export interface OrderFinalized {
  kind: 'order-finalized';
  certificateUrl?: string;
  retryAfterSeconds?: number;
}

export type OrderStatusObservation = OrderPending | { kind: 'order-ready' } | FinalizeObservation;
export type FinalizeObservation = OrderFinalized | DownloadedCertificate | OrderTrouble;
export type DownloadObservation = OrderPending | DownloadedCertificate | OrderTrouble;

/** `over`: the certificate has ended meanwhile, and no CA revokes it any more. */
export type RevocationObservation = { kind: 'certificate-revoked' } | { kind: 'revocation-over' } | CaTrouble;
