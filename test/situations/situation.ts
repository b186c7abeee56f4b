import type { DiagnosisCode, DiagnosisReason } from '../../contract/api/error-codes.ts';
import type { DnsClient } from '../../local/dns-client.ts';

/**
 * A state of a customer's DNS, and the resulting diagnosis. docs/reference/diagnosis.md is generated from these, and each is
 * tested with real name servers.
 */
export interface Situation {
  what: string;
  /** Undefined: nothing is wrong. */
  code?: DiagnosisCode;
  reason?: DiagnosisReason;
  /** The target belongs to a server of this situation only, and has an A record to this machine but no CAA records. */
  hasBareTarget?: true;
  prepare: (dns: DnsClient, place: Place) => Promise<unknown>;
}

/** `hostname` is in `zone`, which nothing else uses; its CNAME should point to `target`. */
export interface Place {
  zone: string;
  hostname: string;
  target: string;
}

export const right = (dns: DnsClient, { hostname, target }: Place) => dns.set(hostname, 'CNAME', [target]);
/** Sets everything right, then breaks one thing. */
export const rightBut =
  (spoil: Situation['prepare']): Situation['prepare'] =>
  async (dns, place) => {
    await right(dns, place);
    await spoil(dns, place);
  };
/** The zone exists, without the hostname. */
export const other = (dns: DnsClient, { zone }: Place) => dns.set(`www.${zone}`, 'A', ['203.0.113.9']);
