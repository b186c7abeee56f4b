import type { DiagnosisCode, DiagnosisReason } from '../../contract/api/error-codes.ts';
import type { DnsClient } from '../../local/dns-client.ts';

/**
 * What a customer's DNS has, and what the service makes of it. docs/reference/diagnosis.md is made from these, and each is
 * played on real name servers.
 */
export interface Situation {
  what: string;
  /** Undefined: nothing is wrong. */
  code?: DiagnosisCode;
  reason?: DiagnosisReason;
  /**
   * The target is of a server that no other situation has, and leads to this machine by an A record of its own, without CAA
   * records.
   */
  hasBareTarget?: true;
  prepare: (dns: DnsClient, place: Place) => Promise<unknown>;
}

/** `hostname` lies in `zone`, which nobody else uses; its CNAME is to lead to `target`. */
export interface Place {
  zone: string;
  hostname: string;
  target: string;
}

export const right = (dns: DnsClient, { hostname, target }: Place) => dns.set(hostname, 'CNAME', [target]);
/** Everything is right, and then something is spoilt. */
export const rightBut =
  (spoil: Situation['prepare']): Situation['prepare'] =>
  async (dns, place) => {
    await right(dns, place);
    await spoil(dns, place);
  };
/** The zone exists, without the hostname. */
export const other = (dns: DnsClient, { zone }: Place) => dns.set(`www.${zone}`, 'A', ['203.0.113.9']);
