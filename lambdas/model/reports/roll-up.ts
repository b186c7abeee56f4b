import type * as z from 'zod/mini';
import type { EventName } from '../../../contract/api/events.ts';
import type { OutboxEvent } from '../../shared/outbox/outbox.schema.ts';
import { dayOf } from '../../shared/time/instant.ts';
import { addToBucket, DELAY_EDGES, LIFETIME_EDGES, noCounts, WAIT_EDGES } from './buckets.ts';
import {
  type Failures,
  type OpenFailure,
  type ReportDay,
  ReportedBody,
  type ReportedDomain,
  type Waits,
} from './report-day.schema.ts';
import { NO_WAITS } from './waits.ts';

const DAY_MS = 86_400_000;
/** Our promise: a certificate is replaced this long before its expiry; with a lifetime below 42 days, a third of it. */
const ON_TIME_MS = 14 * DAY_MS;
const ON_TIME_SHARE = 1 / 3;
/** The limit of an organization's open failures that are tracked; the duration of further ones is unknown. */
const MAX_OPEN = 500;

const FAILURE_EVENTS: ReadonlySet<EventName> = new Set([
  'domain.validation_failed',
  'domain.dns_changed',
  'certificate.failed',
  'certificate.renewal_failed',
  'certificate.expired',
] as const);
/** These end a domain's failures; the last one does so without a fix. */
const END_OF_FAILURE_EVENTS: ReadonlySet<EventName> = new Set([
  'domain.validated',
  'domain.dns_restored',
  'certificate.issued',
  'certificate.renewed',
  'domain.deleted',
] as const);
/** DNS failures end when DNS is right; all others, when a certificate exists. */
const END_OF_DNS_FAILURE_EVENTS: ReadonlySet<EventName> = new Set(['domain.validated', 'domain.dns_restored'] as const);

export interface ReportedEvent extends Pick<OutboxEvent, 'event' | 'createdAt' | 'former'> {
  domainId: number;
  domain: z.infer<typeof ReportedDomain>;
}

export function reportedEvent({ event, createdAt, domainId, body, former }: OutboxEvent): ReportedEvent | undefined {
  const isReported = FAILURE_EVENTS.has(event) || END_OF_FAILURE_EVENTS.has(event) || event === 'certificate.at_risk';
  if (!isReported || domainId === undefined) return undefined;
  const parsed = ReportedBody.safeParse(JSON.parse(body));
  return parsed.success ? { event, createdAt, domainId, former, domain: parsed.data.data.domain } : undefined;
}

/** How long newly active domains waited for whom, by domain id: read from their timelines. */
export type WaitsOfDomains = ReadonlyMap<number, Waits>;

export function emptyDay(day: string, lastNumber: number): ReportDay {
  return {
    ...{ day, lastNumber },
    activated: { waits: noCounts(WAIT_EDGES), split: 0, seconds: NO_WAITS },
    failures: [],
    renewals: { onTime: 0, late: 0, unmeasured: 0, delays: noCounts(DELAY_EDGES), expired: [] },
    lifetimes: noCounts(LIFETIME_EDGES),
    ...{ webhooks: [], keys: {}, changes: {} },
  };
}

/**
 * A day from its events. Events of other days are skipped, so any part of the log that contains the whole day will do. The same
 * events give the same day. `open`: the failures at its start; the result includes those at its end.
 */
export function rollUp(
  empty: ReportDay,
  events: readonly ReportedEvent[],
  open: readonly OpenFailure[],
  waits: WaitsOfDomains = new Map(),
): { day: ReportDay; open: OpenFailure[] } {
  const day = structuredClone(empty);
  const followed = [...open];
  const ofTheDay = events.filter(({ createdAt }) => dayOf(new Date(createdAt)) === day.day);
  for (const event of ofTheDay.toSorted((a, b) => a.createdAt.localeCompare(b.createdAt))) {
    countCertificate(day, event, waits.get(event.domainId));
    if (event.event === 'certificate.at_risk') failuresOf(day, event.domain.diagnosis).atRisk += 1;
    if (FAILURE_EVENTS.has(event.event)) countFailure(day, event, followed);
    if (END_OF_FAILURE_EVENTS.has(event.event)) endFailures(day, event, followed);
  }
  return { day, open: followed };
}

function countCertificate(day: ReportDay, { event, createdAt, former, domain }: ReportedEvent, waits?: Waits): void {
  const { activated, renewals } = day;
  const at = Date.parse(createdAt);
  if (event === 'certificate.issued') {
    addToBucket(WAIT_EDGES, activated.waits, (at - Date.parse(domain.created_at)) / 1000);
    if (waits) {
      activated.split += 1;
      activated.seconds = addWaits(activated.seconds, waits);
    }
  }
  if (event === 'certificate.renewed' && former === undefined) renewals.unmeasured += 1;
  if (event === 'certificate.renewed' && former) {
    renewals[isOnTime(former, at) ? 'onTime' : 'late'] += 1;
    addToBucket(DELAY_EDGES, renewals.delays, Math.max(0, (at - Date.parse(former.plannedAt)) / 1000));
  }
  const { certificate } = domain;
  if (certificate && (event === 'certificate.issued' || event === 'certificate.renewed'))
    addToBucket(LIFETIME_EDGES, day.lifetimes, Math.floor(lifeOf(certificate.not_before, certificate.not_after) / DAY_MS));
}

function isOnTime({ notBefore, notAfter }: NonNullable<OutboxEvent['former']>, at: number): boolean {
  return Date.parse(notAfter) - at >= Math.min(ON_TIME_MS, ON_TIME_SHARE * lifeOf(notBefore, notAfter));
}

function lifeOf(notBefore: string, notAfter: string): number {
  return Date.parse(notAfter) - Date.parse(notBefore);
}

export function addWaits(one: Waits, other: Waits): Waits {
  return {
    customer: one.customer + other.customer,
    ca: one.ca + other.ca,
    server: one.server + other.server,
    us: one.us + other.us,
  };
}

function countFailure(day: ReportDay, { event, domainId, createdAt, domain }: ReportedEvent, open: OpenFailure[]): void {
  const { code, actor } = domain.diagnosis;
  failuresOf(day, { code, actor }).failed += 1;
  // The earlier obstacle shows who has caused it.
  const cause = open.find((one) => one.domainId === domainId);
  if (event === 'certificate.expired') countExpired(day, cause?.actor ?? actor);
  const isFollowed = open.some((one) => one.domainId === domainId && one.code === code);
  if (!isFollowed && open.length < MAX_OPEN) open.push({ domainId, code, actor, since: createdAt });
}

function countExpired({ renewals }: ReportDay, actor: OpenFailure['actor']): void {
  const found = renewals.expired.find((one) => one.actor === actor);
  if (found) found.count += 1;
  else renewals.expired.push({ actor, count: 1 });
}

function endFailures(day: ReportDay, { event, domainId, createdAt }: ReportedEvent, open: OpenFailure[]): void {
  const ended = open.filter((one) => one.domainId === domainId && (!END_OF_DNS_FAILURE_EVENTS.has(event) || isDnsFailure(one)));
  for (const one of ended) {
    open.splice(open.indexOf(one), 1);
    if (event === 'domain.deleted') continue;
    const failures = failuresOf(day, one);
    failures.fixed += 1;
    failures.fixedSeconds += (Date.parse(createdAt) - Date.parse(one.since)) / 1000;
  }
}

function isDnsFailure({ actor, code }: OpenFailure): boolean {
  return actor === 'customer' && code !== 'caa_forbids_issuance' && code !== 'certificate_expired';
}

function failuresOf({ failures }: ReportDay, { code, actor }: Pick<Failures, 'code' | 'actor'>): Failures {
  const found = failures.find((one) => one.code === code && one.actor === actor);
  if (found) return found;
  const first: Failures = { code, actor, failed: 0, atRisk: 0, fixed: 0, fixedSeconds: 0 };
  failures.push(first);
  return first;
}
