import type { DiagnosisReason } from '../../contract/api/error-codes.ts';
import { isAtOrBelow } from '../../contract/domain-name.ts';
import type { DnsHosting, DnsObservation } from '../lifecycle/observation.ts';
import { clean } from '../model/domains/diagnosis/conditions.ts';
import type { Evidence } from '../model/domains/diagnosis/diagnosis.schema.ts';
import { providerOf } from '../model/domains/dns-providers/provider-of.ts';
import type { Domain } from '../model/domains/domain-row.schema.ts';
import { isBeingLeft } from '../model/domains/phase.ts';
import type { ServerReads } from '../model/servers/server.store.ts';
import type { ServiceSecret } from '../shared/secrets/service-secret.ts';
import { type CnameChain, type FollowedChain, followChain, labelOf, tipOf } from './cname-chain.ts';
import { fromWildcard, mistakeIn, whyMissing } from './cname-mistakes.ts';
import { confirmCname } from './confirm-cname.ts';
import { lookForProof } from './look-at-ownership.ts';
import { type DnsReader, LONGEST_READ_MS, type NameAtZone, type OpenDnsReader } from './walk/dns-reader.ts';

export interface CnamePorts {
  openDnsReader: OpenDnsReader;
  /** Without `get`, another server of the organization is told by its number alone. */
  servers: Pick<ServerReads, 'ownerOfLabel'> & Partial<Pick<ServerReads, 'get'>>;
  /** Under which every server's label lies. */
  baseTarget: string;
  /** Makes the TXT proof, with which the bare base target matches too. Absent: that target never does. */
  serviceSecret?: ServiceSecret;
}
/** Without a target, as of a server that is still to come, no CNAME leads to the right place yet. */
export type ExpectedCname = Pick<Domain, 'url' | 'organizationId'> &
  Partial<Pick<Domain, 'move' | 'retireFrom'>> & { cname: { target: string | undefined } };

/**
 * Whether the hostname's CNAME chain passes the label of the domain's own server, or of one that it is leaving. Another server of
 * the organization does not have its certificate: it is "elsewhere", and named. So is any other name under the base target,
 * without a word about whose it is: a shared target would hand a stranger every name pointing here.
 */
export async function lookAtCname(
  ports: CnamePorts,
  domain: ExpectedCname,
  now: Date,
  budgetMs = LONGEST_READ_MS,
): Promise<DnsObservation> {
  const reader = ports.openDnsReader(budgetMs);
  const isOurs = (name: string) => name === domain.cname.target || isAtOrBelow(name, ports.baseTarget);
  const followed = await followChain(reader, domain.url, isOurs, now);
  const hosting = hostingOf(followed.first.seen);
  return { ...(await observeCname({ ...ports, reader }, domain, followed, now)), ...(hosting && { hosting }) };
}

/** Where the hostname's records are edited, if its zone was found. */
function hostingOf({ zone, nameServers }: NameAtZone): DnsHosting | undefined {
  if (zone === '') return undefined;
  const provider = providerOf(nameServers);
  return { zone, ...(provider && { provider }) };
}

type Ports = CnamePorts & { reader: DnsReader };

async function observeCname(ports: Ports, domain: ExpectedCname, followed: FollowedChain, now: Date): Promise<DnsObservation> {
  const { chain, first, last, evidence } = followed;
  const { url, cname } = domain;
  if (first.verdict.kind === 'absent') return whyMissing(ports.reader, { url, cnameTarget: cname.target }, followed, now);
  if (last.verdict.kind === 'unknown') return unknownAt(followed, last.verdict.reason);
  const [actual = ''] = chain.targets;
  const { baseTarget } = ports;
  const reason =
    troubleOf(chain) ?? (cname.target && mistakeIn(actual, { url, cnameTarget: cname.target, baseTarget })) ?? undefined;
  const ownName = chain.end === 'arrived' ? { ownName: tipOf(chain) } : {};
  const elsewhere: DnsObservation = {
    kind: 'cname-elsewhere',
    actualTarget: clean(actual),
    evidence,
    ...ownName,
    ...(reason && { reason }),
  };
  if (chain.end !== 'arrived') return fromWildcard(ports.reader, domain.url, elsewhere);
  if (cname.target === undefined) return elsewhere;
  if (tipOf(chain) === ports.baseTarget) return lookAtProof(ports, domain, { followed, elsewhere }, now);
  if (tipOf(chain) === cname.target) return confirmCname(ports.reader, followed, now);
  const passed = await ownServerAt(ports, domain, tipOf(chain));
  if (passed === undefined) return elsewhere;
  if (isBeingLeft(domain, passed)) return confirmCname(ports.reader, followed, now);
  const server = await ports.servers.get?.(domain.organizationId, passed);
  return { ...elsewhere, reason: 'other_server', otherServer: { id: passed, ...(server && { name: server.name }) } };
}

/** What is wrong further along the chain is no fault of the hostname's own zone, whose record may lead past it. */
function unknownAt({ chain, last, evidence }: FollowedChain, reason: DiagnosisReason | undefined): DnsObservation {
  if (!reason || chain.targets.length === 0) return { kind: 'dns-unknown', evidence, ...(reason && { reason }) };
  const [name, zone] = [clean(tipOf(chain)), clean(last.seen.zone)];
  const observed = zone === '' || zone === name ? name : `${name} in the zone ${zone}`;
  return { kind: 'dns-unknown', evidence, reason: 'chain_unanswered', observed };
}

/** The bare base target says only that the hostname is a customer's of somebody here; whose, the TXT record proves. */
async function lookAtProof(
  { reader, serviceSecret }: Ports,
  { organizationId, url: hostname }: ExpectedCname,
  { followed, elsewhere }: { followed: FollowedChain; elsewhere: DnsObservation },
  now: Date,
): Promise<DnsObservation> {
  if (!serviceSecret) return elsewhere;
  const { proof, evidence: ofProof } = await lookForProof(reader.resolve, { organizationId, hostname, serviceSecret }, now);
  const evidence: Evidence[] = [...elsewhere.evidence, ofProof];
  switch (proof) {
    case 'shown':
      return confirmCname(reader, { ...followed, evidence }, now);
    case 'absent':
      return { ...elsewhere, evidence };
    case 'unknown':
      return { kind: 'dns-unknown', evidence };
  }
}

/** The organization's server whose label this is. */
async function ownServerAt(
  { servers, baseTarget }: CnamePorts,
  { organizationId }: ExpectedCname,
  target: string,
): Promise<number | undefined> {
  const label = labelOf(target, baseTarget);
  const owner = label === undefined ? undefined : await servers.ownerOfLabel(label);
  return owner?.organizationId === organizationId ? owner.serverId : undefined;
}

function troubleOf({ end }: CnameChain): DiagnosisReason | undefined {
  if (end === 'loop') return 'cname_loop';
  return end === 'too-long' ? 'chain_too_long' : undefined;
}
