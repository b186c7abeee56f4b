import type { AwsProblemReason, DiagnosisReason } from '../../contract/api/error-codes.ts';
import type { Diagnosis, Evidence, OtherServer } from '../model/domains/diagnosis/diagnosis.schema.ts';
import type { DnsSetup } from '../model/domains/domain-row.schema.ts';
import type { NotReady } from '../model/servers/server.ts';

/** Where a hostname's DNS records are managed. */
export interface DnsHosting {
  /** The zone that holds them: the hostname, or a name above it. */
  zone: string;
  /** The provider's key (model/domains/dns-providers); absent if unknown. */
  provider?: string;
}

/**
 * The result of a DNS check. `dns-unknown` (no usable answer) alone never fails a domain. `setup`: tells if the provider can set
 * the record itself, if it was just asked. `validation`: the same check of the DNS validation record.
 */
export type DnsObservation = DnsFinding & {
  evidence: Evidence[];
  hosting?: DnsHosting;
  setup?: DnsSetup;
  validation?: DnsObservation;
};

/** The CNAME is missing, wrong, or could not be read. */
export type Unmatched = Exclude<DnsObservation, { kind: 'cname-matched' }>;

export type DnsFinding =
  | { kind: 'cname-matched' }
  /** `observed`: the record found instead, or the other name where the CNAME was found. */
  | { kind: 'cname-missing'; reason?: DiagnosisReason; observed?: string }
  /**
   * `ownName`: the name below the base target where the chain ends. Its owner is not shown, unless it is another server of the
   * same organization.
   */
  | {
      kind: 'cname-elsewhere';
      actualTarget: string;
      ownName?: string;
      otherServer?: OtherServer;
      reason?: DiagnosisReason;
      /** A wildcard record that answers for the name. */
      wildcard?: string;
    }
  /** `observed`: the end of a temporary state, or the unresolved name in the chain. */
  | { kind: 'dns-unknown'; reason?: DiagnosisReason; observed?: string };

/** Why the service cannot install a certificate in the integrator's AWS account. */
export interface InstallationBlock {
  reason: AwsProblemReason;
  observed?: string;
}

/** The outside check's and the agents' findings about the issued certificate. */
export type InstallationObservation =
  | { kind: 'new-certificate-seen'; evidence: Evidence[] }
  /** Seen, but not at each address or on each machine yet; these have a minute. */
  | { kind: 'not-everywhere-yet'; evidence: Evidence[] }
  /** `dns`: the CNAME does not point to the domain's server, so this finding is not about that server. */
  | {
      kind: 'other-certificate-seen';
      fingerprintSha256: string;
      dns?: Unmatched;
      blocked?: InstallationBlock;
      evidence: Evidence[];
    }
  /** No TLS from outside. `seenByAgent`: an agent's handshake on its own machine showed the new one, and DNS points there. */
  | {
      kind: 'nothing-seen';
      dns?: Unmatched;
      seenByAgent: boolean;
      serverConnected: boolean;
      whyNot?: NotReady;
      /** The server refuses the handshake, and a machine of it has the new certificate and cannot serve it either. */
      isRefused?: true;
      /** The former certificate is restored by the same transaction. */
      isPutBack?: true;
      blocked?: InstallationBlock;
      evidence: Evidence[];
    };

/** True when the outside check saw it, or its agent did where the outside check sees nothing. */
export function wasSeen(installation: InstallationObservation): boolean {
  if (installation.kind === 'nothing-seen') return installation.seenByAgent;
  return installation.kind === 'new-certificate-seen';
}

/** What an active domain serves. `served-unknown`: no connection was made, because no allowed address was found. */
export type ServedObservation =
  | { kind: 'served'; evidence: Evidence[] }
  | { kind: 'not-served'; reason: DiagnosisReason; observed?: string; evidence: Evidence[] }
  | { kind: 'served-unknown'; evidence: Evidence[] };

/** Tells if the machines of a domain's server poll. Without a reason: none is enrolled. */
export type MachinesObservation =
  | { kind: 'machines-heard' }
  | { kind: 'machines-silent'; reason?: DiagnosisReason; observed?: string };

/** Tells if a CA would issue now, as far as can be known without a request. */
export type DryRunObservation =
  | { kind: 'dry-run-passed' }
  | { kind: 'dry-run-failed'; diagnosis: Omit<Diagnosis, 'checkedAt'> }
  | { kind: 'dry-run-unknown' };

/** A check of a resting domain. Parts that were not checked are absent. */
export interface DomainObservation {
  dns: DnsObservation;
  served?: ServedObservation;
  machines?: MachinesObservation;
  dryRun?: DryRunObservation;
}

/** True when the certificate is certainly served where DNS points. */
export function isSeenServed({ dns, served }: DomainObservation): boolean {
  return dns.kind === 'cname-matched' && served?.kind === 'served';
}

/** The check of a moving domain. `dns` looks for the new server's label only. */
export interface MoveObservation {
  /** At the new label. */
  installation: InstallationObservation;
  dns: DnsObservation;
}
