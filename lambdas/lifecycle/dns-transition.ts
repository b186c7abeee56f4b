import { isDeepStrictEqual } from 'node:util';
import { isAtOrBelow } from '../../contract/domain-name.ts';
import type { TimedDecision } from '../../contract/stack/timings.schema.ts';
import { CODE_OF_REASON } from '../../contract/view/view.ts';
import { type Finding, toCondition, withConditions, withOnlyConditions } from '../model/domains/diagnosis/conditions.ts';
import type { Diagnosis, DomainError } from '../model/domains/diagnosis/diagnosis.schema.ts';
import type { Cname, Domain, DomainIn, Hosting } from '../model/domains/domain-row.schema.ts';
import type { CertificateFacts } from '../model/domains/issuance.schema.ts';
import { type CommonDomain, withoutPhase } from '../model/domains/phase.ts';
import { isAddressList } from '../model/domains/record-fixes.ts';
import { renewalTime } from '../model/domains/renewal-time.ts';
import { omit } from '../shared/rows/omit.ts';
import { addSeconds } from '../shared/time/instant.ts';
import type { DnsHosting, DnsObservation, Unmatched } from './observation.ts';
import { dnsPause, nextHour } from './pace.ts';
import { certificateRequestId } from './request.ts';
import { retirementPause, toSettled } from './retirement-transition.ts';
import {
  clearAt,
  isKnownFinding,
  noTransition,
  type Transition,
  transitionTo,
  waitUntil,
  withCnameFound,
  withFinding,
} from './transition.ts';

/** Adds the DNS provider, if the check saw it. Drops a setup offer of the former provider. */
export function withDnsHosting<D extends Domain>(domain: D, { hosting }: { hosting?: DnsHosting | undefined }): D {
  const shown = shownHosting(domain, hosting);
  if (!shown) return domain;
  const kept = omit(domain.hosting, 'provider', 'zone');
  return { ...domain, hosting: { ...(domain.hosting.provider === shown.provider ? kept : omit(kept, 'setup')), ...shown } };
}

/** The shortest time between two accepted changes of the provider alone. */
const MOVE_PAUSE_MS = 24 * 3_600_000;

/**
 * Writes a moved zone once, if nothing else is written. Name servers that disagree would cause a write at every check, so a
 * second change within a day is not accepted, and the provider stays unknown until the day is over.
 */
function withHostingMoved(domain: Awaiting, observation: DnsObservation, now: Date): Awaiting {
  const seen = withDnsHosting(domain, observation);
  const { provider, zone, movedAt } = domain.hosting;
  if (provider === seen.hosting.provider && zone === seen.hosting.zone) return domain;
  if (movedAt === undefined || now.getTime() - Date.parse(movedAt) >= MOVE_PAUSE_MS)
    return { ...seen, hosting: { ...seen.hosting, movedAt: now.toISOString() } };
  if (provider === undefined && zone === undefined) return domain;
  return { ...seen, hosting: omit(seen.hosting, 'provider', 'zone') };
}

/**
 * The DNS provider to show. Undefined if the zone is not the hostname's, for example a registry's zone, which only says that a
 * name does not exist.
 */
export function shownHosting(
  { url, cname }: Pick<Domain, 'url'> & { cname: Pick<Cname, 'host'> },
  hosting: DnsHosting | undefined,
): Pick<Hosting, 'provider' | 'zone'> | undefined {
  const registrable = url.slice(cname.host.length + 1);
  if (hosting === undefined || !isAtOrBelow(hosting.zone, registrable) || !isAtOrBelow(url, hosting.zone)) return undefined;
  return {
    ...(hosting.provider !== undefined && { provider: hosting.provider }),
    ...(hosting.zone !== registrable && { zone: hosting.zone }),
  };
}

type Awaiting = DomainIn<'awaiting-dns'>;

/** Decides after a DNS check: continue to the certificate, keep checking, or end the window. */
export function decideOnDns(before: Awaiting, observation: DnsObservation, time: TimedDecision): Transition {
  const { setup } = observation;
  const hosted = withDnsHosting(before, observation);
  const domain = withValidationSeen(
    { ...hosted, hosting: { ...hosted.hosting, ...(setup && { setup }) } },
    observation.validation,
  );
  if (domain.validation) return decideOnBoth(before, domain, observation, time);
  if (observation.kind === 'cname-matched')
    return transitionTo(toValidated(domain, observation.evidence, time.now), 'domain.validated', ['domain.validated']);
  // A window also ends without a usable answer: the later hourly and daily checks find the CNAME anyway (check-transition.ts).
  if (domain.dnsDeadlineAt <= time.now.toISOString()) {
    const failed = toTimedOut(domain, unmatchedFinding(observation), observation.evidence, time);
    return transitionTo(failed, 'domain.validation_failed', ['domain.validation_failed'], retirementPause(failed, time.timings));
  }
  const waitSeconds = waitUntil(time.now, dnsPause(domain.dnsDeadlineAt, time), domain.dnsDeadlineAt);
  const finding = unmatchedFinding(observation);
  if (isKnownFinding(before, finding)) {
    const moved = withHostingMoved(before, observation, time.now);
    const next = setup ? { ...moved, hosting: { ...moved.hosting, setup } } : moved;
    return next === before ? noTransition(before, waitSeconds) : transitionTo(next, 'dns.checked', [], waitSeconds);
  }
  const found = { ...finding, evidence: observation.evidence };
  const next = withFinding(domain, found, time.now, unmatchedError(domain, observation));
  return transitionTo(next, 'dns.checked', [], waitSeconds);
}

/** Stores what the check found at the validation record. Without a usable answer the earlier finding stays. */
export function withValidationSeen<D extends Pick<Domain, 'validation'>>(domain: D, seen: DnsObservation | undefined): D {
  const { validation } = domain;
  if (!validation || !seen || seen.kind === 'dns-unknown') return domain;
  const told = omit(validation, 'observed', 'reason');
  if (seen.kind === 'cname-matched') return { ...domain, validation: { ...told, state: 'ok' } };
  // A temporary state, whose end differs at each check.
  if (seen.reason === 'negative_cache') return { ...domain, validation: { ...told, state: 'missing' } };
  const isThere = seen.kind === 'cname-elsewhere' || seen.reason === 'record_beside_cname';
  const observed = seen.kind === 'cname-elsewhere' ? seen.actualTarget : seen.observed;
  const found = { ...(observed !== undefined && { observed }), ...(seen.reason && { reason: seen.reason }) };
  return { ...domain, validation: { ...told, state: isThere ? 'wrong' : 'missing', ...found } };
}

/**
 * With DNS validation, a certificate needs no traffic. Once the server has it, the domain waits for the CNAME as long as the
 * certificate is valid; after that it is ordered again.
 */
function decideOnBoth(before: Awaiting, domain: Awaiting, observation: DnsObservation, time: TimedDecision): Transition {
  const { validation = { kind: 'dns-unknown', evidence: [] } } = observation;
  const isLed = observation.kind === 'cname-matched';
  const isOver = domain.dnsDeadlineAt <= time.now.toISOString();
  if (domain.issued && isLed)
    return transitionTo(toServed(domain, domain.issued, observation, time), 'domain.validated', ['domain.validated']);
  if (validation.kind === 'cname-matched' && (!domain.issued || isOver)) {
    const validated = toValidated(domain, [...observation.evidence, ...validation.evidence], time.now);
    if (isLed) return transitionTo(validated, 'domain.validated', ['domain.validated']);
    return transitionTo({ ...validated, dnsStatus: 'pending' }, domain.issued ? 'certificate.renewal_started' : 'domain.proven');
  }
  if (isOver) {
    const failed = toTimedOut(domain, validationFinding(validation), validation.evidence, time);
    return transitionTo(failed, 'domain.validation_failed', ['domain.validation_failed'], retirementPause(failed, time.timings));
  }
  const waitSeconds = waitUntil(time.now, dnsPause(domain.dnsDeadlineAt, time), domain.dnsDeadlineAt);
  const finding = domain.issued ? readyFinding(before, observation, time.now) : validationFinding(validation);
  const isKnown =
    !observation.setup && isKnownFinding(before, finding) && isDeepStrictEqual(before.validation, domain.validation);
  if (isKnown) return noTransition(before, waitSeconds);
  const evidence = [...observation.evidence, ...validation.evidence];
  const error = domain.issued ? undefined : validationError(domain, validation);
  return transitionTo(withFinding(domain, { ...finding, evidence }, time.now, error), 'dns.checked', [], waitSeconds);
}

/** The server has the certificate, but the CNAME does not point there yet. */
const READY = { code: 'ready_to_switch' } as const;

function readyFinding(before: Awaiting, routing: DnsObservation, now: Date): Finding {
  const observed = recordToReplace(before, routing, now);
  return observed === undefined ? READY : { ...READY, observed };
}

/** The shortest time between two writes of changed addresses alone: a CDN may answer others at every check. */
const ADDRESSES_PAUSE_MS = 24 * 3_600_000;

/** The hostname's current record or addresses. Without an answer the earlier finding stays. */
function recordToReplace({ conditions }: Awaiting, routing: DnsObservation, now: Date): string | undefined {
  const { observed, checkedAt = '' } = conditions.obstacle?.found ?? {};
  switch (routing.kind) {
    case 'cname-matched':
      return undefined;
    case 'dns-unknown':
      return observed;
    case 'cname-elsewhere':
      return routing.reason === 'wildcard_answer' ? undefined : routing.actualTarget;
    case 'cname-missing': {
      if (routing.reason !== 'address_instead') return undefined;
      const isFresh = now.getTime() - Date.parse(checkedAt) < ADDRESSES_PAUSE_MS;
      return isFresh && isAddressList(observed) ? observed : routing.observed;
    }
  }
}

/** The server already has the certificate: it only has to be served where the hostname now points. */
function toServed(domain: Awaiting, issued: CertificateFacts, { evidence }: DnsObservation, time: TimedDecision): Domain {
  return {
    ...withCnameFound(withOnlyConditions(withoutPhase(domain))),
    phase: 'installing',
    dnsStatus: 'validated',
    allClear: clearAt(time.now, evidence),
    issued,
    installDeadlineAt: addSeconds(time.now, time.timings.installWindowSeconds),
  };
}

/** The server has the certificate: the hour of frequent checks begins again. */
export function toReady(
  domain: CommonDomain,
  issued: CertificateFacts,
  evidence: Diagnosis['evidence'],
  time: TimedDecision,
): Domain {
  const found = withFinding(withOnlyConditions(domain), { ...READY, evidence }, time.now);
  const dnsDeadlineAt = renewalTime(issued);
  return { ...found, phase: 'awaiting-dns', dnsStartedAt: time.now.toISOString(), dnsDeadlineAt, issued };
}

export function validationFinding(seen: DnsObservation): Finding {
  switch (seen.kind) {
    case 'cname-matched':
      return { code: 'in_progress' };
    case 'cname-missing':
      return seen.reason === 'negative_cache'
        ? unmatchedFinding(seen)
        : { code: 'cname_not_found', reason: 'validation_missing' };
    case 'cname-elsewhere':
      return { code: 'invalid_cname_target', reason: 'validation_wrong', observed: seen.actualTarget };
    case 'dns-unknown':
      return unmatchedFinding(seen);
  }
}

/** The same as the domain's error; undefined for a temporary state. */
export function validationError(
  { url, validation }: Pick<Domain, 'url' | 'validation'>,
  seen: DnsObservation,
): DomainError | undefined {
  if (!validation || seen.kind === 'cname-matched') return undefined;
  return unmatchedError({ url, cname: { host: '', target: validation.target } }, seen);
}

/** Continues to the certificate, from the wait for DNS or from its failure. */
export function toValidated(domain: Domain, evidence: Diagnosis['evidence'], now: Date): Domain {
  return {
    ...withCnameFound(withOnlyConditions(withoutPhase(domain))),
    phase: 'preparing',
    dnsStatus: 'validated',
    cname: { ...domain.cname, everValidated: true },
    allClear: clearAt(now, evidence),
    issuance: { certificateRequestId: certificateRequestId(domain) },
  };
}

/** Ends the execution. From then on the scan looks for the CNAME (check-transition.ts). */
function toTimedOut(domain: Awaiting, finding: Finding, evidence: Diagnosis['evidence'], time: TimedDecision): Domain {
  const details = { domain: domain.url, started_at: domain.dnsStartedAt, timed_out_at: time.now.toISOString() };
  const code = 'dns_validation_timeout';
  const found = { ...finding, code, evidence } as const;
  const failure = toCondition(undefined, found, time.now, { code, details });
  const failed = withConditions(withOnlyConditions(withoutPhase(domain)), { failure });
  return toSettled({ ...failed, dnsStatus: 'error', nextCheckAt: nextHour(time.now.toISOString(), time.timings) });
}

const CODE_OF_KIND = {
  'cname-missing': 'cname_not_found',
  'cname-elsewhere': 'invalid_cname_target',
  'dns-unknown': 'dns_validation_failed',
} as const;

export function unmatchedFinding(observation: Unmatched): Finding {
  const { kind, reason } = observation;
  const observed = kind === 'cname-elsewhere' ? observation.actualTarget : observation.observed;
  const otherServer = kind === 'cname-elsewhere' ? observation.otherServer : undefined;
  return {
    code: (reason && CODE_OF_REASON[reason]) ?? CODE_OF_KIND[kind],
    ...(reason && { reason }),
    ...(observed !== undefined && { observed }),
    ...(otherServer && { otherServer }),
  };
}

/** The same as the domain's error, with the specification's details; undefined for a temporary state. */
export function unmatchedError(domain: Pick<Domain, 'url' | 'cname'>, observation: Unmatched): DomainError | undefined {
  const { url, cname } = domain;
  const unusable: DomainError = { code: 'dns_validation_failed', details: { domain: url, expected_cname: cname.target } };
  if (observation.reason === 'negative_cache') return undefined;
  // The CNAME exists, but other records stand beside it.
  if (observation.reason === 'record_beside_cname') return unusable;
  switch (observation.kind) {
    case 'cname-missing':
      return { code: 'cname_not_found', details: { domain: url, expected_target: cname.target } };
    case 'cname-elsewhere':
      return {
        code: 'invalid_cname_target',
        details: { domain: url, actual_target: observation.actualTarget, expected_target: cname.target },
      };
    case 'dns-unknown':
      return unusable;
  }
}
