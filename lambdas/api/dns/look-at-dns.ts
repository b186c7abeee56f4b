import * as z from 'zod/mini';
import { int64 } from '../../../contract/api/int64.schema.ts';
import { DNS_CHECKS, DNS_CHECKS_OF_PEOPLE } from '../../../contract/api/limits.ts';
import type { Settings } from '../../../contract/stack/settings.schema.ts';
import { FIELD_PROBLEMS } from '../../../copy/en/error-messages.ts';
import { type CaaObservation, forbiddenByCaa } from '../../dns/look-at-caa.ts';
import type { ExpectedCname } from '../../dns/look-at-cname.ts';
import { shownHosting, unmatchedFinding } from '../../lifecycle/dns-transition.ts';
import type { DnsObservation } from '../../lifecycle/observation.ts';
import { type AllowedServers, allowsServer, requireServer } from '../../model/accounts/api-key.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import type { ClaimStore } from '../../model/domains/claim.store.ts';
import type { Diagnosis } from '../../model/domains/diagnosis/diagnosis.schema.ts';
import type { Said } from '../../model/domains/diagnosis-of.ts';
import { diagnosisResource } from '../../model/domains/diagnosis-resource.ts';
import { dnsProviderOf } from '../../model/domains/dns-providers/record-in-form.ts';
import { cnameRecord, providerResource } from '../../model/domains/domain-resource.ts';
import { DOMAIN_WORDS } from '../../model/domains/domain-words.ts';
import { bodyByTenant, hostnameField } from '../../model/domains/hostnames/hostname-field.schema.ts';
import type { HostnameRules } from '../../model/domains/hostnames/normalize-hostname.ts';
import { dnsHostOf } from '../../model/domains/hostnames/public-suffix.ts';
import { recordFixes } from '../../model/domains/record-fixes.ts';
import { type Server, ServerId } from '../../model/servers/server.schema.ts';
import type { ServerStore } from '../../model/servers/server.store.ts';
import { cnameTargetOf } from '../../model/servers/server.ts';
import type { ServerListStore } from '../../model/servers/server-list.store.ts';
import { dnsChecksExceeded, validationError } from '../../shared/errors/app-error.ts';
import { readJsonBody } from '../../shared/http/json-body.ts';
import { refuseQuery } from '../../shared/http/parameters.ts';
import type { ActionStore } from '../../shared/table/action.store.ts';
import { keys } from '../../shared/table/keys.ts';
import type { ApiRoute } from '../pipeline/api-route.ts';

/** The body of POST /dns/look. `url` comes out as the canonical hostname. */
export function lookAtDnsRequest(rules: HostnameRules) {
  return z.strictObject({ url: hostnameField(rules), server_id: z.optional(ServerId.check(int64(DOMAIN_WORDS.server))) });
}

/** What was seen of a hostname, and what this organization has to do with it. */
export interface SeenHostname {
  url: string;
  /** Undefined: there is no server that it could be created on. */
  server: Pick<Server, 'id' | 'label'> | undefined;
  cnameTarget: string;
  /** The domain that has the hostname already. */
  domainId: number | undefined;
  dns: DnsObservation;
  caa: CaaObservation;
  now: Date;
}

/** Everything that a domain would say of itself, without one. */
export function dnsCheckResource({ url, server, cnameTarget, domainId, dns, caa, now }: SeenHostname) {
  const cname = { target: cnameTarget, host: dnsHostOf(url) };
  const hosting = shownHosting({ url, cname }, dns.hosting) ?? {};
  const diagnosis = troubleOf(dns, caa, now);
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

/** Where a zone says nothing at all, it says nothing about CAA. */
function caaState(dns: DnsObservation, caa: CaaObservation) {
  return dns.kind === 'dns-unknown' && caa.kind === 'caa-unreadable' ? 'unknown' : CAA_STATES[caa.kind];
}

function forecastOf(dns: DnsObservation, caa: CaaObservation) {
  if (dns.kind !== 'cname-matched') return 'waits_for_dns' as const;
  return caaState(dns, caa) === 'forbids' ? ('forbidden_by_caa' as const) : ('certificate' as const);
}

/** The customer's records come before those about the CA: without them no CA is asked. */
function troubleOf(dns: DnsObservation, caa: CaaObservation, now: Date): Diagnosis | undefined {
  const checkedAt = now.toISOString();
  if (dns.kind !== 'cname-matched') return { ...unmatchedFinding(dns), evidence: dns.evidence, checkedAt };
  const forbidden = forbiddenByCaa(caa);
  return forbidden && { ...forbidden, checkedAt };
}

type Pictured = Parameters<typeof diagnosisResource>[0] & Pick<Said, 'diagnosis'>;

/** Where no server is known, no record can be written down. */
function toResource(domain: Pictured, { checkedAt }: Diagnosis, hasServer: boolean) {
  const resource = diagnosisResource(domain, { checkedAt });
  return hasServer ? resource : { ...resource, fix: { ...resource.fix, records: [] } };
}

export interface LookAtDnsPorts {
  actions: Pick<ActionStore, 'takeOf'>;
  claims: Pick<ClaimStore, 'get'>;
  servers: Pick<ServerStore, 'get'>;
  serverLists: Pick<ServerListStore, 'ids'>;
  settings: Settings;
  lookAtCname: (expected: ExpectedCname, now: Date) => Promise<DnsObservation>;
  lookAtCaa: (hostname: string, leadsTo: string | undefined, now: Date) => Promise<CaaObservation>;
}

/** Stands in sentences for the target that a server gets when it is created. */
const TARGET_TO_COME = '(the cname_target that the server gets when it is created)';

/** What a hostname's DNS has, before anything is created. Nothing but the count of checks is written. */
export function lookAtDns(ports: LookAtDnsPorts): ApiRoute {
  const schemaOf = bodyByTenant(lookAtDnsRequest, ports.settings);
  return {
    operation: 'lookAtDns',
    async prepare(request, caller) {
      const { url, server_id: wanted } = readJsonBody(request, schemaOf(caller));
      refuseQuery(request);
      const [server, claim] = await Promise.all([
        findServer(caller, wanted, ports),
        ports.claims.get(url, caller.organizationId),
      ]);
      return async ({ now }) => {
        await takeChecks(1, caller, now, ports);
        return { status: 200, json: await lookAt({ url, claim }, server, { caller, now }, ports) };
      };
    },
  };
}

/** Counts so many checks of a list at once, or throws the 429 of all. */
export async function takeChecks(
  count: number,
  { organizationId, kind }: Caller,
  now: Date,
  { actions }: LookAtDnsPorts,
): Promise<void> {
  const most = kind === 'session' ? DNS_CHECKS_OF_PEOPLE : DNS_CHECKS;
  const keyOf = (window: string) => keys.dnsChecks(organizationId, kind === 'session' ? `${window}#PEOPLE` : window);
  const taken = await actions.takeOf(keyOf, now, most, count);
  if (taken.kind === 'refused') throw dnsChecksExceeded(most.limit, taken.againAt, now);
}

/** The hostname, and who holds it. */
interface Named {
  url: string;
  claim: Awaited<ReturnType<ClaimStore['get']>>;
}

export async function lookAt(
  { url, claim }: Named,
  server: Server | undefined,
  { caller: { organizationId }, now }: { caller: Caller; now: Date },
  ports: LookAtDnsPorts,
) {
  const target = server && cnameTargetOf(server, ports.settings.baseTarget);
  const [dns, caa] = await Promise.all([
    ports.lookAtCname({ url, cname: { target }, organizationId }, now),
    ports.lookAtCaa(url, target, now),
  ]);
  const domainId = claim?.organizationId === organizationId && claim.state === 'held' ? claim.domainId : undefined;
  return dnsCheckResource({ url, server, cnameTarget: target ?? TARGET_TO_COME, domainId, dns, caa, now });
}

/**
 * The one that is asked for, else the organization's first, of those to which the caller is restricted. A number that nobody has
 * is refused where creating a domain would be too.
 */
export async function findServer(
  caller: AllowedServers,
  wanted: number | undefined,
  { servers, serverLists, settings }: LookAtDnsPorts,
): Promise<Server | undefined> {
  const { organizationId } = caller;
  if (wanted !== undefined) requireServer(caller, wanted);
  const id = wanted ?? (await serverLists.ids(organizationId)).findLast((each) => allowsServer(caller, each));
  const server = id === undefined ? undefined : await servers.get(organizationId, id);
  if (!server && wanted !== undefined && settings.serverIds === 'registered')
    throw validationError({ server_id: [FIELD_PROBLEMS.unknownServer] });
  return server;
}
