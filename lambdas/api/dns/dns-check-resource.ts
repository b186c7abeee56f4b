import { type CaaObservation, forbiddenByCaa } from '../../dns/look-at-caa.ts';
import { shownHosting, unmatchedFinding } from '../../lifecycle/dns-transition.ts';
import type { DnsObservation } from '../../lifecycle/observation.ts';
import type { Diagnosis } from '../../model/domains/diagnosis/diagnosis.schema.ts';
import type { ReportedStatus } from '../../model/domains/diagnosis-of.ts';
import { diagnosisResource } from '../../model/domains/diagnosis-resource.ts';
import { dnsProviderOf } from '../../model/domains/dns-providers/record-in-form.ts';
import { cnameRecord, providerResource } from '../../model/domains/domain-resource.ts';
import { dnsHostOf } from '../../model/domains/hostnames/public-suffix.ts';
import { recordFixes } from '../../model/domains/record-fixes.ts';
import type { Server } from '../../model/servers/server.schema.ts';

/** What DNS shows for a hostname, and the organization's server and domain for it. */
export interface ObservedHostname {
  url: string;
  /** Undefined: the organization has no server for it. */
  server: Pick<Server, 'id' | 'label'> | undefined;
  cnameTarget: string;
  domainId: number | undefined;
  dns: DnsObservation;
  caa: CaaObservation;
  now: Date;
}

/** The fields that a domain would have in the API, for a hostname without a domain. */
export function dnsCheckResource({ url, server, cnameTarget, domainId, dns, caa, now }: ObservedHostname) {
  const cname = { target: cnameTarget, host: dnsHostOf(url) };
  const hosting = shownHosting({ url, cname }, dns.hosting) ?? {};
  const diagnosis = diagnosisOfCheck(dns, caa, now);
  const domain = {
    url,
    cname,
    serverId: server?.id ?? 0,
    sslStatus: 'pending' as const,
    hosting,
    dnsStatus: dns.kind === 'cname-matched' ? ('validated' as const) : ('pending' as const),
    diagnosis: diagnosis ?? { code: 'in_progress' as const, evidence: [] },
  };
  const provider = dnsProviderOf(hosting.provider);
  const forbidden = forbiddenByCaa(caa);
  return {
    url,
    forecast: domainId === undefined ? forecastOf(dns, caa) : ('exists' as const),
    ...(domainId !== undefined && { domain_id: domainId }),
    ...(server && { server_id: server.id, cname_target: cnameTarget }),
    dns_records: server ? [cnameRecord(domain)] : [],
    ...(provider && { dns_provider: providerResource(provider) }),
    ...(diagnosis && { diagnosis: toResource(domain, diagnosis, server !== undefined) }),
    caa: {
      state: caaState(dns, caa),
      records: forbidden ? recordFixes({ ...domain, diagnosis: { ...forbidden, checkedAt: now.toISOString() } }) : [],
    },
  };
}

const CAA_STATES = {
  'caa-allows': 'allows',
  'caa-forbids': 'forbids',
  'caa-unreadable': 'forbids',
  'caa-unknown': 'unknown',
  'caa-unjudged': 'unknown',
} as const;

/** A zone that answers nothing gives no information about CAA either. */
function caaState(dns: DnsObservation, caa: CaaObservation) {
  return dns.kind === 'dns-unknown' && caa.kind === 'caa-unreadable' ? 'unknown' : CAA_STATES[caa.kind];
}

function forecastOf(dns: DnsObservation, caa: CaaObservation) {
  if (dns.kind !== 'cname-matched') return 'waits_for_dns' as const;
  return caaState(dns, caa) === 'forbids' ? ('forbidden_by_caa' as const) : ('certificate' as const);
}

/** Reports the customer's records before CA problems: without them no CA is contacted. */
function diagnosisOfCheck(dns: DnsObservation, caa: CaaObservation, now: Date): Diagnosis | undefined {
  const checkedAt = now.toISOString();
  if (dns.kind !== 'cname-matched') return { ...unmatchedFinding(dns), evidence: dns.evidence, checkedAt };
  const forbidden = forbiddenByCaa(caa);
  return forbidden && { ...forbidden, checkedAt };
}

type Pictured = Parameters<typeof diagnosisResource>[0] & Pick<ReportedStatus, 'diagnosis'>;

/** Without a known server there are no records to recommend. */
function toResource(domain: Pictured, { checkedAt }: Diagnosis, hasServer: boolean) {
  const resource = diagnosisResource(domain, { checkedAt });
  return hasServer ? resource : { ...resource, fix: { ...resource.fix, records: [] } };
}
