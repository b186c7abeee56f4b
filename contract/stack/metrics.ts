/**
 * What the service counts of itself in CloudWatch, each with its unit there. Their one dimension is the stage: an organization or
 * a domain as another would cost 0.30 USD a month for each, and be known to whoever may read metrics.
 */
export const METRICS = {
  /** From the first right CNAME to the first certificate that is seen served, without the time in which others had to act. */
  SecondsToServed: 'Seconds',
  /** 1 where that was more than ten minutes, or the request failed; else 0. The average is what the objective bounds. */
  NamesServedLate: 'Count',
  /** 1 for a challenge that was answered after more than two seconds, or not at all; else 0. */
  ChallengesLate: 'Count',
  /** Of each request to a CA, 1 or 0: answered with 4xx; with 5xx or not at all. */
  CaRequestsRefused: 'Count',
  CaRequestsFailed: 'Count',
  /** Names that wait for an order, at most a page of them, and the longest wait. Nothing while none waits. */
  CaQueueLength: 'Count',
  CaQueueOldestSeconds: 'Seconds',
  /** From an event to the first attempt at its delivery; and of each attempt, 1 if it failed, else 0. */
  DeliveryDelaySeconds: 'Seconds',
  DeliveryAttemptsFailed: 'Count',
  /** That a run of the scan found, of which it began some and left the others to the next. */
  RenewalsDue: 'Count',
  RenewalsStarted: 'Count',
  RenewalsPostponed: 'Count',
  /** Seen served, and attempts that failed. */
  RenewalsDone: 'Count',
  RenewalsFailed: 'Count',
  /** That ended before they were replaced. */
  CertificatesExpired: 'Count',
  /** How long what is due longest of all had been due when a run of the scan came to it. */
  OldestDueSeconds: 'Seconds',
  /** How far the visits of domains are behind; at a day, some are left out. */
  VisitLagSeconds: 'Seconds',
  /** That a certificate had left when the next was seen served. */
  DaysLeftWhenRenewed: 'None',
  /** That the certificate of each domain has left, met once a day. */
  DaysToExpiry: 'None',
  /** A CA refused our account: it is missing, deactivated, not bound, or new terms are to be agreed to. */
  CaAccountRefused: 'Count',
  /** How long the address of a server has waited longest to be written into the zone. */
  ZoneOldestDueSeconds: 'Seconds',
  /** How long what was done in an integrator's AWS account had waited, where nothing there was in its way. */
  AwsWorkSeconds: 'Seconds',
  /** Writes that would have changed or deleted an entry of the audit or a seal, or that IAM refused with one in them. */
  AuditWritesRefused: 'Count',
} as const;
export type MetricName = keyof typeof METRICS;

/**
 * Several values of one metric are a distribution. At most 100 in a line (CloudWatch guide, "Embedded metric format
 * specification").
 */
export type Measured = { [Name in MetricName]?: number | number[] };

export const METRIC_NAMESPACE = 'cps';
export const METRIC_DIMENSION = 'Stage';
