import type { AwsProblemReason, DiagnosisCode, DiagnosisReason } from '../../contract/api/error-codes.ts';
import type { Preflight } from '../acme/challenge.ts';
import type { AcmeProblem } from '../acme/problem.ts';
import type { CaaObservation } from '../dns/look-at-caa.ts';
import type { DnsFinding } from '../lifecycle/observation.ts';
import type { Domain, Phase } from '../model/domains/domain-row.schema.ts';
import type { Failed } from '../shared/net/failure.ts';
import type { PeerCertificate } from '../shared/net/guarded.gateway.ts';

/** A domain of test mode, and its own time. */
export interface Moment {
  domain: Domain;
  now: Date;
}

type Without<T, Field extends PropertyKey> = T extends unknown ? Omit<T, Field> : never;
export type PathTrouble = Without<Extract<Preflight, { kind: 'failed' }>, 'kind' | 'evidence'>;
export type CaaTrouble = Without<Extract<CaaObservation, { kind: 'caa-forbids' | 'caa-unreadable' }>, 'evidence'>;
/** What a TLS client is shown in place of the certificate, as it differs from that. */
export type Shown = Partial<Omit<PeerCertificate, 'kind'>> | Failed;

/** `none`: no machine is enrolled. Otherwise since when each of two machines has been silent, or `undefined` while it asks us. */
export type Machines = 'none' | readonly (string | undefined)[];

/**
 * What DNS, the CA and the server answer for one domain, as a function of its own time and of what has happened to it. What a
 * story does not have, or answers with undefined, is as it should be.
 */
export interface World {
  dns?: (at: Moment) => DnsFinding | undefined;
  /** The same of the record by which the hostname is validated by DNS. Absent: what is so of the CNAME is so of this record. */
  validation?: (at: Moment) => DnsFinding;
  caa?: (at: Moment) => CaaTrouble | undefined;
  /** What stands in the way of the challenge. */
  path?: (at: Moment) => PathTrouble | undefined;
  /** How the CA answers a new order. */
  order?: (at: Moment) => AcmeProblem | undefined;
  /** For how many seconds the CA works on an order. */
  validationSeconds?: number;
  /** Before the end of a certificate that is issued now: how many days of its ninety are left. */
  daysLeft?: (at: Moment) => number | undefined;
  shown?: (at: Moment) => Shown | undefined;
  machines?: (at: Moment) => Machines | undefined;
  /** The server is a load balancer: what the check of its AWS account has found, if it has been checked. */
  access?: AwsProblemReason | 'access_unchecked';
  /** The CA says that the certificate must be replaced at once, as it does when it revokes it. */
  isRevokedByCa?: (at: Moment) => boolean;
  /** Another organization proves the hostname to be its own. */
  isClaimed?: (at: Moment) => boolean;
}

/** What a domain of test mode comes to by itself. Then its time goes on only as the test clock does. */
export interface Story {
  /** What happens, for docs/guides/test-mode.md. */
  says: string;
  /** How its domain has to be registered; absent: by either. */
  validation?: 'dns';
  end: {
    code: DiagnosisCode;
    reason?: DiagnosisReason;
    phase: Phase;
    /** What must have happened as well. */
    when?: (at: Moment) => boolean;
  };
  /** For how many days a domain at rest goes on by itself until it has come to its end. Absent: it rests there at once. */
  days?: number;
  /** So that somebody can watch: milliseconds between two steps. */
  pauseMs?: number;
  /** How the reason comes to be shown, where the end does not show it. */
  shownBy?: string;
  world: World;
}

export function ageSeconds({ domain, now }: Moment): number {
  return (now.getTime() - Date.parse(domain.createdAt)) / 1000;
}

/** A certificate was served once. */
export function wasServed({ domain }: Moment): boolean {
  return domain.served !== undefined;
}

/** Somebody has called `retry`: whoever was to mend something has mended it. */
export function isMended({ domain }: Moment): boolean {
  return domain.dnsStartedAt > domain.createdAt && !isReadyToSwitch(domain);
}

/** Its wait for the CNAME began with its certificate, without a `retry`. */
function isReadyToSwitch(domain: Domain): boolean {
  return domain.phase === 'awaiting-dns' && domain.issued !== undefined;
}
