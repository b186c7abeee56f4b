/**
 * Metrics of the service in CloudWatch, with their units. The stage is the only dimension: one per organization or domain would
 * cost 0.30 USD a month each and show them to everybody who may read metrics.
 */
export const METRICS = {
  /** From the first correct CNAME until the first certificate is served, without the time that others had to act. */
  SecondsToServed: 'Seconds',
  /** 1 if that took more than ten minutes or failed, else 0. The objective bounds the average. */
  NamesServedLate: 'Count',
  /** 1 for a challenge answered after more than two seconds or not at all, else 0. */
  ChallengesLate: 'Count',
  /** 1 or 0 per request to a CA. Refused: answered with 4xx. Failed: answered with 5xx, or no answer. */
  CaRequestsRefused: 'Count',
  CaRequestsFailed: 'Count',
  /** Names waiting for an order, at most a page of them, and the longest wait. Not written while none waits. */
  CaQueueLength: 'Count',
  CaQueueOldestSeconds: 'Seconds',
  /** From an event to the first delivery attempt; and per attempt, 1 if it failed, else 0. */
  DeliveryDelaySeconds: 'Seconds',
  DeliveryAttemptsFailed: 'Count',
  /** Due renewals that a run of the scan found, and those that it started. The next run takes the rest. */
  RenewalsDue: 'Count',
  RenewalsStarted: 'Count',
  RenewalsPostponed: 'Count',
  /** Renewals seen served, and failed attempts. */
  RenewalsDone: 'Count',
  RenewalsFailed: 'Count',
  /** Certificates that expired before their replacement. */
  CertificatesExpired: 'Count',
  /** How overdue the oldest item was when a run of the scan reached it. */
  OldestDueSeconds: 'Seconds',
  /** How late the domain visits are. At a day, some are skipped. */
  VisitLagSeconds: 'Seconds',
  /** Days that a certificate had left when its replacement was first seen served. */
  DaysLeftWhenRenewed: 'None',
  /** Days that the certificate of each domain has left, measured once a day. */
  DaysToExpiry: 'None',
  /** A CA refused our account: it is missing, deactivated, not bound, or has to agree to new terms. */
  CaAccountRefused: 'Count',
  /** Age of the oldest server address not yet written into the zone. */
  ZoneOldestDueSeconds: 'Seconds',
  /** Wait of a task in an integrator's AWS account that nothing there blocked. */
  AwsWorkSeconds: 'Seconds',
  /** Writes that would have changed or deleted an audit entry or a seal, or writes with one that IAM refused. */
  AuditWritesRefused: 'Count',
} as const;
export type MetricName = keyof typeof METRICS;

/**
 * Several values of a metric form a distribution, at most 100 in a line (CloudWatch guide, "Embedded metric format
 * specification").
 */
export type MetricValues = { [Name in MetricName]?: number | number[] };

export const METRIC_NAMESPACE = 'cps';
export const METRIC_DIMENSION = 'Stage';
