import type { AwsProblemReason, DiagnosisCode, DiagnosisReason } from '../../contract/api/error-codes.ts';
import type { Preflight } from '../acme/challenge.ts';
import type { AcmeProblem } from '../acme/problem.ts';
import type { CaaObservation } from '../dns/look-at-caa.ts';
import type { DnsFinding } from '../lifecycle/observation.ts';
import type { Domain, Phase } from '../model/domains/domain-row.schema.ts';
import type { Failed } from '../shared/net/failure.ts';
import type { PeerCertificate } from '../shared/net/guarded.gateway.ts';

export interface Moment {
  domain: Domain;
  now: Date;
}

type Without<T, Field extends PropertyKey> = T extends unknown ? Omit<T, Field> : never;
export type PathTrouble = Without<Extract<Preflight, { kind: 'failed' }>, 'kind' | 'evidence'>;
export type CaaTrouble = Without<Extract<CaaObservation, { kind: 'caa-forbids' | 'caa-unreadable' }>, 'evidence'>;
/** The certificate shown to TLS clients, as differences from the correct one. */
export type ShownCertificate = Partial<Omit<PeerCertificate, 'kind'>> | Failed;

/** `none`: no machine is enrolled. Otherwise, for each of two machines, since when it is silent; `undefined` while it polls. */
export type MachineSilences = 'none' | readonly (string | undefined)[];

/**
 * What DNS, the CA and the server answer for one domain, by its time and its history. Whatever a story leaves out, or answers
 * with undefined, is healthy.
 */
export interface World {
  dns?: (at: Moment) => DnsFinding | undefined;
  /** The same for the record of DNS validation. Absent: it behaves like the CNAME. */
  validation?: (at: Moment) => DnsFinding;
  caa?: (at: Moment) => CaaTrouble | undefined;
  /** The obstacle to the HTTP challenge. */
  path?: (at: Moment) => PathTrouble | undefined;
  order?: (at: Moment) => AcmeProblem | undefined;
  /** The seconds that the CA takes for an order. */
  validationSeconds?: number;
  /** Ends a certificate issued now early: the days left of its ninety. */
  daysLeft?: (at: Moment) => number | undefined;
  shown?: (at: Moment) => ShownCertificate | undefined;
  machines?: (at: Moment) => MachineSilences | undefined;
  /** The server is a load balancer: the result of its AWS account's check, if it was checked. */
  access?: AwsProblemReason | 'access_unchecked';
  /** The CA demands immediate replacement, as it does after a revocation. */
  isRevokedByCa?: (at: Moment) => boolean;
  isClaimed?: (at: Moment) => boolean;
}

/** The course of a test-mode domain without further calls. At its end only the test clock moves its time. */
export interface Story {
  /** The description in docs/guides/test-mode.md. */
  says: string;
  /** The validation method that the story needs; absent: any. */
  validation?: 'dns';
  end: {
    code: DiagnosisCode;
    reason?: DiagnosisReason;
    phase: Phase;
    when?: (at: Moment) => boolean;
  };
  /** The days that a resting domain is simulated on until its end. Absent: it rests there at once. */
  days?: number;
  /** Milliseconds between two steps, so that a person can watch. */
  pauseMs?: number;
  /** How to see the reason, if the end does not show it. */
  shownBy?: string;
  world: World;
}

export function ageSeconds({ domain, now }: Moment): number {
  return (now.getTime() - Date.parse(domain.createdAt)) / 1000;
}

export function wasServed({ domain }: Moment): boolean {
  return domain.served !== undefined;
}

/** True after a `retry`: the problem then counts as solved. */
export function isRetried({ domain }: Moment): boolean {
  return domain.dnsStartedAt > domain.createdAt && !isReadyToSwitch(domain);
}

/** True when the wait for the CNAME began with the certificate, without a `retry`. */
function isReadyToSwitch(domain: Domain): boolean {
  return domain.phase === 'awaiting-dns' && domain.issued !== undefined;
}
