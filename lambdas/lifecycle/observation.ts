import type { AwsProblemReason, DiagnosisReason } from '../../contract/api/error-codes.ts';
import type { Diagnosis, Evidence, OtherServer } from '../model/domains/diagnosis/diagnosis.schema.ts';
import type { DnsSetup } from '../model/domains/domain-row.schema.ts';
import type { NotReady } from '../model/servers/server.ts';

/** Where a hostname's records are edited. */
export interface DnsHosting {
  /** The zone that holds them: the hostname, or a name above it. */
  zone: string;
  /** The key of its provider (model/domains/dns-providers); absent where it is not known. */
  provider?: string;
}

/**
 * What a check of DNS found. `unknown` (no usable answer) never fails a domain by itself. `setup`: whether the provider sets the
 * record itself, where it was asked just now. `validation`: the same of the record by which the hostname is validated by DNS.
 */
export type DnsObservation = DnsFinding & {
  evidence: Evidence[];
  hosting?: DnsHosting;
  setup?: DnsSetup;
  validation?: DnsObservation;
};

/** The CNAME is not there, not right, or could not be seen. */
export type Unmatched = Exclude<DnsObservation, { kind: 'cname-matched' }>;

/** What a check makes of the answers. */
export type DnsFinding =
  | { kind: 'cname-matched' }
  /** `observed`: what is there instead, or the other name at which it was found. */
  | { kind: 'cname-missing'; reason?: DiagnosisReason; observed?: string }
  /**
   * `ownName`: where the chain ends at a name under the base target, that name; whose it is, is not said, unless it is another
   * server of the same organization.
   */
  | {
      kind: 'cname-elsewhere';
      actualTarget: string;
      ownName?: string;
      otherServer?: OtherServer;
      reason?: DiagnosisReason;
      /** The record that answers for any name beside it. */
      wildcard?: string;
    }
  /** `observed`: until when, where it passes by itself; or the name further along the chain of which nothing is known. */
  | { kind: 'dns-unknown'; reason?: DiagnosisReason; observed?: string };

/** Why the service cannot bring a certificate to its server, in an AWS account of the integrator. */
export interface Blocked {
  reason: AwsProblemReason;
  observed?: string;
}

/** What the outside check and the agents say about the issued certificate. */
export type InstallationObservation =
  | { kind: 'new-certificate-seen'; evidence: Evidence[] }
  /** It is seen, but not at each address or on each machine yet, which have a minute. */
  | { kind: 'not-everywhere-yet'; evidence: Evidence[] }
  /** `dns`: the CNAME does not lead to the domain's server, so that this says nothing of it. */
  | { kind: 'other-certificate-seen'; fingerprintSha256: string; dns?: Unmatched; blocked?: Blocked; evidence: Evidence[] }
  /** No TLS from outside; `seenByAgent` when an agent's handshake on its own machine showed the new one, and DNS leads there. */
  | {
      kind: 'nothing-seen';
      dns?: Unmatched;
      seenByAgent: boolean;
      serverConnected: boolean;
      whyNot?: NotReady;
      /** The server refuses the handshake, and a machine of it has the new certificate and cannot show it either. */
      isRefused?: true;
      /** Then the former one is put back by the transaction that says so. */
      isPutBack?: true;
      blocked?: Blocked;
      evidence: Evidence[];
    };

/** By us from outside, or by its agent where we see nothing. */
export function wasSeen(installation: InstallationObservation): boolean {
  if (installation.kind === 'nothing-seen') return installation.seenByAgent;
  return installation.kind === 'new-certificate-seen';
}

/** What is served for an active domain. `served-unknown`: nothing was asked, because no address was found that may be. */
export type ServedObservation =
  | { kind: 'served'; evidence: Evidence[] }
  | { kind: 'not-served'; reason: DiagnosisReason; observed?: string; evidence: Evidence[] }
  | { kind: 'served-unknown'; evidence: Evidence[] };

/** Whether the machines of a domain's server ask the service. Without a reason: none is enrolled. */
export type MachinesObservation =
  | { kind: 'machines-heard' }
  | { kind: 'machines-silent'; reason?: DiagnosisReason; observed?: string };

/** Whether a CA asked now would issue, as far as can be known without asking it. */
export type DryRunObservation =
  | { kind: 'dry-run-passed' }
  | { kind: 'dry-run-failed'; diagnosis: Omit<Diagnosis, 'checkedAt'> }
  | { kind: 'dry-run-unknown' };

/** A check of a domain that rests. What was not looked at is absent. */
export interface DomainObservation {
  dns: DnsObservation;
  served?: ServedObservation;
  machines?: MachinesObservation;
  dryRun?: DryRunObservation;
}

/** Whether our certificate is served where DNS leads, beyond doubt. */
export function isSeenServed({ dns, served }: DomainObservation): boolean {
  return dns.kind === 'cname-matched' && served?.kind === 'served';
}

/** What is seen of a domain that moves. `dns` asks for the new server's label and no other. */
export interface MoveObservation {
  /** Under the new label. */
  installation: InstallationObservation;
  dns: DnsObservation;
}
