import type { TimedDecision } from '../../../contract/stack/timings.schema.ts';
import { toCondition, withConditions, withOnlyConditions } from '../../model/domains/diagnosis/conditions.ts';
import type { Condition } from '../../model/domains/diagnosis/diagnosis.schema.ts';
import { diagnosisOf } from '../../model/domains/diagnosis-of.ts';
import type { Domain } from '../../model/domains/domain-row.schema.ts';
import { type CommonDomain, hasFailed, withoutPhase } from '../../model/domains/phase.ts';
import { AMAZON_CA } from '../../model/domains/renewal-time.ts';
import type { Certificate, CertificateToInstall, PresentCertificate } from '../../model/servers/certificate.schema.ts';
import type { NotReady } from '../../model/servers/server.ts';
import { omit } from '../../shared/rows/omit.ts';
import { addSeconds } from '../../shared/time/instant.ts';
import { beginAttempt, type Changed, certificateRequestId, interruptStep, type Requested } from '../request.ts';
import { retirementPause, serversToRetireFrom, toSettled } from '../retirement-transition.ts';

export interface MoveTo {
  serverId: number;
  cnameTarget: string;
  /** True when certificates can be installed there. */
  connected: boolean;
  whyNot?: NotReady | undefined;
  /** True when the request itself creates the server: its number may be a typo. */
  isNew?: boolean;
}

/** `put`: a certificate to write in the change's transaction. */
export type MoveResult = Requested | (Changed & { put: CertificateToInstall });

interface Move {
  to: MoveTo;
  present: PresentCertificate | undefined;
  /** CloudFront was asked for a certificate at the current server, whatever the result. */
  leavesTenant: boolean;
}

/**
 * Moves a domain to another server. A served domain has no gap: the certificate is installed there first, while the old server
 * continues. `found`: the certificate at the current server, which may belong to another domain.
 */
export function requestMove(
  domain: Domain,
  to: MoveTo,
  found: Certificate | undefined,
  time: TimedDecision,
  leavesTenant = false,
): MoveResult {
  if (domain.serverId === to.serverId || domain.phase === 'removing') return { kind: 'unchanged', domain };
  const present = found?.state === 'present' && found.domainId === domain.id ? found : undefined;
  const move: Move = { to, present, leavesTenant };
  return domain.sslStatus === 'active' || domain.phase === 'moving'
    ? moveServed(domain, move, time)
    : moveUnserved(domain, move, time);
}

/**
 * Gives up a renewal in progress, unless the CA may have issued its certificate by now: then both servers get that one. If the
 * server already has it, that certificate moves.
 */
function moveServed(domain: Domain, { to, present }: Move, time: TimedDecision): MoveResult {
  const fromServerId = serverToLeave(domain, to);
  const fromCnameTarget = fromServerId === domain.serverId ? domain.cname.target : domain.move?.fromCnameTarget;
  const between = fromServerId === domain.serverId ? [] : [domain.serverId];
  const moved = {
    move: { fromServerId, ...(fromCnameTarget !== undefined && { fromCnameTarget }), state: 'installing' as const },
  };
  const left = withoutFormerChecks(withoutPhase(atServer(domain, to, between)), to, time.now);
  if (isCloudFronts(domain)) return orderedAnew({ ...left, ...moved }, time);
  const certificate = requireCertificate(domain, present);
  if (domain.phase === 'finalizing' || domain.phase === 'downloading') {
    const next = { ...withoutFormerChecks(atServer(domain, to, between), to, time.now), ...moved };
    return withCopy(interruptStep(next, requested, time), certificate);
  }
  const next: Domain = {
    ...left,
    ...moved,
    phase: 'moving',
    issued: certificate.facts,
    moveDeadlineAt: addSeconds(time.now, time.timings.installWindowSeconds),
  };
  return withCopy(beginAttempt(next, requested, time), certificate);
}

/** Nobody has the key of CloudFront's own certificate, so it cannot be copied. */
function isCloudFronts(domain: Domain): boolean {
  return (('issued' in domain ? domain.issued : undefined) ?? domain.served?.certificate)?.ca === AMAZON_CA;
}

/** The new server gets another certificate while the old one continues. */
function orderedAnew(domain: CommonDomain, time: TimedDecision): Changed {
  const issuance = { certificateRequestId: certificateRequestId(domain) };
  return beginAttempt({ ...domain, phase: 'preparing', issuance }, requested, time);
}

/**
 * The server that serves until the new one does. During a move it is the origin. On the way back it is the server being left,
 * because DNS may already point there.
 */
function serverToLeave({ serverId, move }: Domain, to: MoveTo): number {
  const comesFrom = move?.fromServerId;
  return comesFrom === undefined || comesFrom === to.serverId ? serverId : comesFrom;
}

/** Nothing is served, so the new server applies at once. A move in progress ends. */
function moveUnserved(moved: Domain, { to, present, leavesTenant }: Move, time: TimedDecision): MoveResult {
  const { move } = moved;
  const domain: Domain = omit(moved, 'move');
  const abandoned = [...(present || leavesTenant ? [domain.serverId] : []), ...(move ? [move.fromServerId] : [])];
  const next = withServerNamed(atServer(domain, to, abandoned), to, time.now);
  const { obstacle, failure } = domain.conditions;
  if (hasFailed(next)) {
    const checkSoon = leadsTo(failure, to) && { nextCheckAt: time.now.toISOString() };
    const failed = toSettled({ ...withoutPhase(next), ...checkSoon });
    return beginAttempt(failed, requested, time, retirementPause(failed, time.timings));
  }
  if (next.phase === 'installing' && isCloudFronts(next)) return orderedAnew(withoutPhase(next), time);
  // A domain that only waits for traffic gets its certificate installed at the new server.
  const issued = next.phase === 'installing' || next.phase === 'awaiting-dns' ? next.issued : undefined;
  if (issued !== undefined) {
    const certificate = requireCertificate(domain, present);
    const installDeadlineAt = addSeconds(time.now, time.timings.installWindowSeconds);
    const installing: Domain =
      next.phase === 'installing'
        ? { ...next, installDeadlineAt }
        : { ...withoutPhase(next), phase: 'installing', issued, installDeadlineAt };
    return withCopy(beginAttempt(installing, requested, time), certificate);
  }
  // The next check may be minutes away.
  if (leadsTo(obstacle, to)) return beginAttempt(next, requested, time);
  return interruptStep(next, requested, time);
}

const requested = { timeline: 'domain.move_requested', events: [] };

function atServer<D extends Domain>(domain: D, { serverId, cnameTarget }: MoveTo, abandoned: number[]): D {
  const retireFrom = serversToRetireFrom(domain, abandoned).filter((id) => id !== serverId);
  return { ...domain, serverId, cname: { ...domain.cname, target: cnameTarget }, retireFrom };
}

/** Findings at the old server of a served domain say nothing about the new one. */
function withoutFormerChecks<D extends CommonDomain>(domain: D, to: MoveTo, now: Date): D {
  const kept = withOnlyConditions(withLeadFollowed(domain, to), 'expiry', 'unseen', 'cname');
  if (!to.connected) return withConditions(kept, { obstacle: notConnected(to, now) });
  const { cname } = domain.conditions;
  if (domain.dnsStatus !== 'error' || !leadsTo(cname, to)) return kept;
  // Visitors reach the new server, which does not have the certificate yet.
  const { evidence } = cname.found;
  return withConditions(kept, { obstacle: toCondition(undefined, { code: 'certificate_not_served', evidence }, now) });
}

/** True when the problem was a CNAME that points to the server that the domain moves to. */
function leadsTo<C extends Condition>(condition: C | undefined, { serverId }: MoveTo): condition is C {
  const { reason, otherServer } = condition?.found ?? {};
  return reason === 'other_server' && otherServer?.id === serverId;
}

/** The domain follows its CNAME, so that problem is solved. A failure stays one, with another reason. */
function withLeadFollowed<D extends CommonDomain>(domain: D, to: MoveTo): D {
  const { obstacle, cname, failure } = domain.conditions;
  return withConditions(domain, {
    ...(leadsTo(obstacle, to) && { obstacle: undefined }),
    ...(leadsTo(cname, to) && { cname: undefined }),
    ...(leadsTo(failure, to) && { failure: { ...failure, found: omit(failure.found, 'reason', 'observed', 'otherServer') } }),
  });
}

/** The domain's texts name the new server and its target. */
function withServerNamed(domain: Domain, to: MoveTo, now: Date): Domain {
  const { code } = diagnosisOf(domain).diagnosis;
  const isAboutServer = code === 'server_not_connected' || code === 'in_progress' || leadsTo(domain.conditions.obstacle, to);
  // A server that this request created is reported first, unless the domain has failed.
  const isAboutNewServer = isAboutServer || (to.isNew === true && !hasFailed(domain));
  const named = withTarget(withLeadFollowed(domain, to), to);
  if (!isAboutNewServer) return named;
  const next: Domain = withConditions(named, { obstacle: to.connected ? undefined : notConnected(to, now) });
  return omit(next, 'allClear');
}

function withTarget(domain: Domain, { cnameTarget }: MoveTo): Domain {
  const conditions = Object.entries(domain.conditions as Record<string, Condition>).map(([type, condition]) => {
    const { error } = condition;
    if (!error || !('expected_target' in error.details)) return [type, condition];
    return [type, { ...condition, error: { ...error, details: { ...error.details, expected_target: cnameTarget } } }];
  });
  return { ...domain, conditions: Object.fromEntries(conditions) };
}

function notConnected({ isNew, whyNot }: MoveTo, now: Date): Condition {
  const reason = isNew ? { reason: 'server_created' as const } : whyNot;
  return toCondition(undefined, { code: 'server_not_connected', ...reason, evidence: [] }, now);
}

/** The attempt distinguishes this copy from an older one at the same server, which may be due for removal. */
function withCopy(change: Changed, { facts, chainPem, sealedKey }: PresentCertificate): MoveResult {
  const { organizationId, serverId, url: hostname, id: domainId, execution } = change.domain;
  const { attempt } = execution;
  return { ...change, put: { organizationId, serverId, hostname, domainId, attempt, facts, chainPem, sealedKey } };
}

function requireCertificate<T>({ id, serverId }: Domain, present: T | undefined): T {
  if (present === undefined) throw new Error(`the certificate of domain ${id} is not at its server ${serverId}`);
  return present;
}
