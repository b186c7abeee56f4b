import type { DiagnosisReason } from '../../contract/api/error-codes.ts';
import { isAtOrBelow } from '../../contract/domain-name.ts';
import type { DnsHosting, DnsObservation } from '../lifecycle/observation.ts';
import { clean } from '../model/domains/diagnosis/conditions.ts';
import type { Evidence } from '../model/domains/diagnosis/diagnosis.schema.ts';
import { providerOf } from '../model/domains/dns-providers/provider-of.ts';
import type { Domain } from '../model/domains/domain-row.schema.ts';
import type { ServerStore } from '../model/servers/server.store.ts';
import type { ServiceSecret } from '../shared/secrets/service-secret.ts';
import { type CnameChain, type FollowedChain, followChain, labelOf, tipOf } from './cname-chain.ts';
import { fromWildcard, mistakeIn, whyMissing } from './cname-mistakes.ts';
import { confirmCname } from './confirm-cname.ts';
import { lookForProof } from './look-at-ownership.ts';
import { type DnsReader, LONGEST_READ_MS, type NameAtZone, type OpenDnsReader } from './walk/dns-reader.ts';

export interface CnamePorts {
  openDnsReader: OpenDnsReader;
  servers: Pick<ServerStore, 'ownerOfLabel'>;
  /** Under which every server's label lies. */
  baseTarget: string;
  /** Makes the TXT proof, with which the bare base target matches too. Absent: that target never does. */
  serviceSecret?: ServiceSecret;
}
/** Without a target, as of a server that is still to come, no CNAME leads to the right place yet. */
export type ExpectedCname = Pick<Domain, 'url' | 'organizationId'> & { cname: { target: string | undefined } };

/**
 * Whether the hostname's CNAME chain passes a label of the domain's own organization. Any other name under the base
 * target is "elsewhere" without a word about whose it is: a shared target would hand a stranger every name pointing here.
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
  if (first.verdict.kind === 'absent') return whyMissing(ports.reader, domain.url, followed, now);
  if (last.verdict.kind === 'unknown') return unknownAt(followed, last.verdict.reason);
  const [actual = ''] = chain.targets;
  const { url, cname } = domain;
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
  if (!(await belongsTo(ports, domain, tipOf(chain)))) return elsewhere;
  return confirmCname(ports.reader, followed, now);
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

async function belongsTo(
  { servers, baseTarget }: CnamePorts,
  { cname, organizationId }: ExpectedCname,
  target: string,
): Promise<boolean> {
  if (target === cname.target) return true;
  const label = labelOf(target, baseTarget);
  return label !== undefined && (await servers.ownerOfLabel(label))?.organizationId === organizationId;
}

function troubleOf({ end }: CnameChain): DiagnosisReason | undefined {
  if (end === 'loop') return 'cname_loop';
  return end === 'too-long' ? 'chain_too_long' : undefined;
}
