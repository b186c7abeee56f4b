import type { TransferRefusal } from '../../../contract/api/error-codes.ts';
import type { TimedDecision } from '../../../contract/stack/timings.schema.ts';
import { ERROR_MESSAGES } from '../../../copy/en/error-messages.ts';
import { pendingTransfer } from '../../model/domains/claim.ts';
import { withOnlyConditions } from '../../model/domains/diagnosis/conditions.ts';
import type { Domain, Revocation, RevocationReason, Transfer } from '../../model/domains/domain-row.schema.ts';
import { hasFailed, withoutPhase } from '../../model/domains/phase.ts';
import { revocationOf } from '../../model/domains/revocation.ts';
import { omit } from '../../shared/rows/omit.ts';
import { addSeconds } from '../../shared/time/instant.ts';
import { beginRenewal, toRenewalDue } from '../renewal-transition.ts';
import { beginAttempt, type Changed, changeInPlace, type Requested } from '../request.ts';
import { serversToRetireFrom } from '../retirement-transition.ts';
import { withCnameFound } from '../transition.ts';

/** Deletes a domain in any phase. Its certificates on servers and its row are removed after the answer. */
export function requestRemoval(domain: Domain, time: TimedDecision): Requested {
  if (domain.phase === 'removing') return { kind: 'unchanged', domain };
  return beginAttempt(toRemoving(domain), { timeline: 'domain.deleted', events: ['domain.deleted'] }, time);
}

function toRemoving(domain: Domain): Domain {
  const retireFrom = serversToRetireFrom(domain, [domain.serverId, domain.move?.fromServerId]);
  return { ...withoutPhase(domain), phase: 'removing', retireFrom };
}

/** Requests another certificate while the current one is served. */
export function requestRenewal(domain: Domain, time: TimedDecision): Requested {
  if (domain.phase !== 'active' || domain.dnsStatus !== 'validated') {
    return {
      kind: 'conflict',
      message: ERROR_MESSAGES.conflict.notRenewable,
    };
  }
  return beginRenewal(domain, 'certificate.renewal_requested', time);
}

/**
 * Restarts a failed domain with the same id, history and certificate facts, and a new DNS window. If another organization holds
 * the hostname, the claim must be regained in the same transaction.
 */
export function requestRetry(domain: Domain, time: TimedDecision): Requested {
  if (!hasFailed(domain)) {
    return {
      kind: 'conflict',
      message: ERROR_MESSAGES.conflict.notRetryable,
    };
  }
  const rest = withCnameFound(withOnlyConditions(withoutPhase(domain)));
  const again: Domain = {
    ...omit(rest, 'claimLost', 'allClear'),
    phase: 'awaiting-dns',
    dnsStatus: 'pending',
    sslStatus: 'pending',
    dnsStartedAt: time.now.toISOString(),
    dnsDeadlineAt: addSeconds(time.now, time.timings.dnsWindowSeconds),
  };
  return beginAttempt(again, { timeline: 'domain.retried', events: [] }, time);
}

/** `revocation`: for the certificate served now, which must be stored whole until then. */
export type RevocationResult = Extract<Requested, { kind: 'conflict' }> | (Changed & { revocation: Revocation });

const requested = 'certificate.revocation_requested';

/**
 * Revokes the served certificate. A new certificate with a new key comes first, so that no revoked one is ever served. A renewal
 * in progress is that new one; other work ends first, and then the renewal is due.
 */
export function requestRevocation(domain: Domain, reason: RevocationReason, time: TimedDecision): RevocationResult {
  const revocation = revocationOf(domain, reason, time.now);
  if (!revocation) return { kind: 'conflict', message: ERROR_MESSAGES.conflict.notRevocable };
  const revoked: Domain = { ...domain, revocation };
  if (domain.phase === 'active' && domain.dnsStatus === 'validated')
    return { ...beginRenewal(revoked, requested, time), revocation };
  const due = toRenewalDue(revoked, time.now);
  return { kind: 'changed', domain: due, timeline: requested, events: [], startExecution: false, revocation };
}

const DAY_SECONDS = 86_400;
export const NOTICE_SECONDS = 3 * DAY_SECONDS;
/** After its notice, an unused or unrepeated request expires this much later; a refusal, too. */
const KEPT_SECONDS = 30 * DAY_SECONDS;

/** The state of another organization's request for this domain's hostname. */
export type TransferState =
  | { kind: 'none' }
  /** The notice period runs, is over, or was refused. */
  | { kind: 'requested' | 'due' | 'refused'; transfer: Transfer }
  /** The holder was notified of another organization's request today: one notice a day is enough. */
  | { kind: 'not-today' };

export function transferStateOf(holder: Pick<Domain, 'transfer'>, organizationId: string, now: Date): TransferState {
  const at = now.toISOString();
  const transfer = pendingTransfer(holder, now);
  if (!transfer) return { kind: 'none' };
  if (transfer.organizationId !== organizationId) {
    return addSeconds(new Date(transfer.requestedAt), DAY_SECONDS) <= at ? { kind: 'none' } : { kind: 'not-today' };
  }
  if (transfer.refused) return { kind: 'refused', transfer };
  return { kind: transfer.until <= at ? 'due' : 'requested', transfer };
}

/** Gives the holder notice. It replaces the request of another organization, which proved the hostname earlier. */
export function transferRequested(holder: Domain, organizationId: string, now: Date): Changed & { transfer: Transfer } {
  const [until, endsAt] = [addSeconds(now, NOTICE_SECONDS), addSeconds(now, NOTICE_SECONDS + KEPT_SECONDS)];
  const transfer = { organizationId, requestedAt: now.toISOString(), until, endsAt };
  const notified = { ...holder, transfer };
  return { ...changeInPlace(notified, 'domain.transfer_requested', ['domain.transfer_requested'], now), transfer };
}

/** Undefined if nobody requests the hostname. A holder who has refused may change the reason. */
export function withTransferRefused<D extends Domain>(domain: D, reason: TransferRefusal, now: Date): D | undefined {
  const transfer = pendingTransfer(domain, now);
  return transfer && { ...domain, transfer: { ...transfer, refused: { at: now.toISOString(), reason } } };
}

/**
 * The other organization takes the hostname in the same transaction. This domain is removed but serves until that one's is served
 * (remove-domain.ts), so visitors see no gap.
 */
export function toHandedOver(holder: Domain, transfer: Transfer, time: TimedDecision): Changed {
  const completed = { ...transfer, completedAt: time.now.toISOString() };
  return beginAttempt(
    { ...toRemoving(holder), transfer: completed },
    { timeline: 'domain.transferred', events: ['domain.transferred', 'domain.deleted'] },
    time,
  );
}
