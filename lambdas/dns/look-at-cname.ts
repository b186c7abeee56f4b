import type { DiagnosisReason } from '../../contract/api/error-codes.ts';
import { isAtOrBelow, isWildcard, nameToQuery } from '../../contract/domain-name.ts';
import type { DnsHosting, DnsObservation } from '../lifecycle/observation.ts';
import { cleanText, evidence } from '../model/domains/diagnosis/conditions.ts';
import type { Evidence } from '../model/domains/diagnosis/diagnosis.schema.ts';
import { providerOf } from '../model/domains/dns-providers/provider-of.ts';
import type { Domain, Validation } from '../model/domains/domain-row.schema.ts';
import { isOldServerOf } from '../model/domains/domain-servers.ts';
import { validationName } from '../model/domains/validation.ts';
import type { ServerReads } from '../model/servers/server.store.ts';
import { omit } from '../shared/rows/omit.ts';
import type { ServiceSecret } from '../shared/secrets/service-secret.ts';
import { addSeconds } from '../shared/time/instant.ts';
import { type CnameChain, type FollowedChain, followChain, labelOf, lastNameOf } from './cname-chain.ts';
import {
  classifyWrongTarget,
  findDelegatedValidation,
  findMissingCause,
  findWildcardCause,
  isValidationName,
} from './cname-mistakes.ts';
import { describeExtendedError, reasonOf, recordsText } from './dns-evidence.ts';
import { lookForProof } from './look-at-ownership.ts';
import { type DnsReader, MAX_READ_MS, type NameAtZone, type OpenDnsReader, type Opinion } from './walk/dns-reader.ts';

export interface CnamePorts {
  openDnsReader: OpenDnsReader;
  /** Without `get`, another server of the organization is named by its number only. */
  servers: Pick<ServerReads, 'ownerOfLabel'> & Partial<Pick<ServerReads, 'get'>>;
  /** The domain below which every server's label lies. */
  baseTarget: string;
  /** Creates the TXT proof, with which the bare base target matches too. Absent: that target never matches. */
  serviceSecret?: ServiceSecret;
}
/** Without a target, for a server that does not exist yet, no CNAME is correct. */
export type ExpectedCname = Pick<Domain, 'url' | 'organizationId'> &
  Partial<Pick<Domain, 'move' | 'retireFrom'>> & { cname: { target: string | undefined } };

/**
 * Checks whether the hostname's CNAME chain passes the label of the domain's own server, or of one that it is leaving. Another
 * server of the organization lacks the certificate: it is "elsewhere", and named. Any other name below the base target is
 * "elsewhere" too, without its owner: a shared target would give a stranger every name that points here.
 */
export async function lookAtCname(
  ports: CnamePorts,
  domain: ExpectedCname,
  now: Date,
  budgetMs = MAX_READ_MS,
): Promise<DnsObservation> {
  const reader = ports.openDnsReader(budgetMs);
  const isOurs = (name: string) => name === domain.cname.target || isAtOrBelow(name, ports.baseTarget);
  const followed = await followChain(reader, nameToQuery(domain.url, now), isOurs, now);
  const hosting = hostingOf(followed.first.seen);
  const observation = findDelegatedValidation(followed, now) ?? (await observeCname({ ...ports, reader }, domain, followed, now));
  return { ...atWildcardName(observation, domain, followed), ...(hosting && { hosting }) };
}

/** The finding at the name that was queried for a wildcard is reported at the wildcard. */
function atWildcardName(seen: DnsObservation, { url }: ExpectedCname, { chain }: FollowedChain): DnsObservation {
  if (!isWildcard(url) || !('observed' in seen) || seen.observed === undefined) return seen;
  return { ...seen, observed: seen.observed.replace(chain.hostname, url) };
}

const NOBODYS_LABEL = { ownerOfLabel: async () => undefined };

/**
 * Checks whether the validation record leads to the domain's own label. Any other label of the zone, whoever owns it, proves
 * nothing.
 */
export async function lookAtValidation(
  { openDnsReader }: Pick<CnamePorts, 'openDnsReader'>,
  { url, organizationId }: Pick<Domain, 'url' | 'organizationId'>,
  validation: Validation,
  now: Date,
  budgetMs?: number,
): Promise<DnsObservation> {
  const { target } = validation;
  const baseTarget = target.slice(target.indexOf('.') + 1);
  const record = { url: validationName({ url, validation }), organizationId, cname: { target } };
  const seen = await lookAtCname({ openDnsReader, servers: NOBODYS_LABEL, baseTarget }, record, now, budgetMs);
  if (seen.kind !== 'cname-elsewhere' || seen.reason !== 'wildcard_answer') return seen;
  // The record itself is missing. It must be added; the wildcard can stay.
  const observed = seen.wildcard === undefined ? seen.actualTarget : cleanText(`${seen.wildcard} CNAME ${seen.actualTarget}`);
  return { ...omit(seen, 'actualTarget', 'wildcard'), kind: 'cname-missing', observed };
}

/** Checks a hostname's CNAME and, with DNS validation, also the validation record. */
export async function lookAtBoth(
  ports: CnamePorts,
  domain: ExpectedCname & Pick<Domain, 'validation'>,
  now: Date,
  budgetMs?: number,
): Promise<DnsObservation> {
  const [routing, validation] = await Promise.all([
    lookAtCname(ports, domain, now, budgetMs),
    domain.validation && lookAtValidation(ports, domain, domain.validation, now, budgetMs),
  ]);
  return { ...routing, ...(validation && { validation }) };
}

/**
 * Where the hostname's records are edited, if its zone was found. The zone to which a validation name is delegated does not
 * count.
 */
function hostingOf({ name, zone, nameServers }: NameAtZone): DnsHosting | undefined {
  if (zone === '' || (zone === name && isValidationName(name))) return undefined;
  const provider = providerOf(nameServers);
  return { zone, ...(provider && { provider }) };
}

type Ports = CnamePorts & { reader: DnsReader };

async function observeCname(ports: Ports, domain: ExpectedCname, followed: FollowedChain, now: Date): Promise<DnsObservation> {
  const { chain, first, last, evidence } = followed;
  const { url, cname } = domain;
  const isForWildcard = isWildcard(url);
  if (first.verdict.kind === 'absent')
    return findMissingCause(ports.reader, { url: chain.hostname, cnameTarget: cname.target, isForWildcard }, followed, now);
  if (last.verdict.kind === 'unknown') return unknownAt(followed, last.verdict.reason);
  const [actual = ''] = chain.targets;
  const { baseTarget } = ports;
  const reason =
    troubleOf(chain) ??
    (cname.target && classifyWrongTarget(actual, { url, cnameTarget: cname.target, baseTarget })) ??
    undefined;
  const ownName = chain.end === 'arrived' ? { ownName: lastNameOf(chain) } : {};
  const elsewhere: DnsObservation = {
    kind: 'cname-elsewhere',
    actualTarget: cleanText(actual),
    evidence,
    ...ownName,
    ...(reason && { reason }),
  };
  if (chain.end !== 'arrived') return isForWildcard ? elsewhere : findWildcardCause(ports.reader, url, elsewhere, now);
  if (cname.target === undefined) return elsewhere;
  if (lastNameOf(chain) === ports.baseTarget) return lookAtProof(ports, domain, { followed, elsewhere }, now);
  if (lastNameOf(chain) === cname.target) return confirmCname(ports.reader, followed, now);
  const passed = await ownServerAt(ports, domain, lastNameOf(chain));
  if (passed === undefined) return elsewhere;
  if (isOldServerOf(domain, passed)) return confirmCname(ports.reader, followed, now);
  const server = await ports.servers.get?.(domain.organizationId, passed);
  return { ...elsewhere, reason: 'other_server', otherServer: { id: passed, ...(server && { name: server.name }) } };
}

/** An error further along the chain is no fault of the hostname's own zone, whose record may skip it. */
function unknownAt({ chain, last, evidence }: FollowedChain, reason: DiagnosisReason | undefined): DnsObservation {
  if (!reason || chain.targets.length === 0) return { kind: 'dns-unknown', evidence, ...(reason && { reason }) };
  const [name, zone] = [cleanText(lastNameOf(chain)), cleanText(last.seen.zone)];
  const observed = zone === '' || zone === name ? name : `${name} in the zone ${zone}`;
  return { kind: 'dns-unknown', evidence, reason: 'chain_unanswered', observed };
}

/** The bare base target only shows that some customer of this service owns the hostname; the TXT record proves which one. */
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

/**
 * Confirms a CNAME from the zone's own servers as a CA would see it: not beside addresses, and with valid signatures. Validating
 * resolvers are queried only now, so that our query does not make them cache a negative answer.
 */
async function confirmCname(
  reader: DnsReader,
  { chain, first, evidence: seen }: FollowedChain,
  now: Date,
): Promise<DnsObservation> {
  const beside = first.verdict.kind === 'found' ? first.verdict.addresses : [];
  if (beside.length > 0)
    return { kind: 'cname-missing', reason: 'record_beside_cname', observed: beside.join(', '), evidence: seen };
  const opinions = await reader.opinions(chain.hostname);
  const trouble = troubleIn(opinions, now);
  if (!trouble) return { kind: 'cname-matched', evidence: seen };
  const heard = opinions.map((opinion) =>
    evidence('dns', `CNAME ${chain.hostname}`, describeOpinion(opinion), now, opinion.server),
  );
  return { kind: 'dns-unknown', ...trouble, evidence: [...seen, ...heard] };
}

const SECONDS_PER_MINUTE = 60;

/** One resolver may be wrong or stale; if only one is configured, it decides. */
const MAX_NEEDED = 2;

/**
 * The trouble that all answering resolvers report, at least two of them. A resolver that found the record overrules the others.
 */
function troubleIn(opinions: readonly Opinion[], now: Date): { reason: DiagnosisReason; observed?: string } | undefined {
  const said = opinions.filter(({ kind }) => kind !== 'silent' && kind !== 'failed');
  const [first] = said;
  if (!first || first.kind === 'records' || said.length < Math.min(MAX_NEEDED, opinions.length)) return undefined;
  if (said.every((opinion) => opinion.kind === 'dnssec')) return { reason: dnssecReason(said) };
  const seconds = said.map((opinion) => (opinion.kind === 'absent' ? opinion.seconds : 0));
  if (!said.every(({ kind }) => kind === 'absent')) return undefined;
  return { reason: 'negative_cache', observed: toTheMinute(addSeconds(now, Math.max(...seconds) + SECONDS_PER_MINUTE)) };
}

/** Resolvers count the TTL down by seconds: a new second at each check is no change. */
function toTheMinute(instant: string): string {
  return `${instant.slice(0, 'YYYY-MM-DDThh:mm'.length)}Z`;
}

/** The most specific reason: many resolvers only report a failure. */
function dnssecReason(opinions: readonly Opinion[]): DiagnosisReason {
  const reasons = opinions.map((opinion) => ('extendedError' in opinion ? reasonOf(opinion.extendedError) : undefined));
  return reasons.find((reason) => reason === 'dnssec_expired' || reason === 'dnssec_key_missing') ?? 'dnssec_bogus';
}

function describeOpinion(opinion: Opinion): string {
  switch (opinion.kind) {
    case 'records':
      return recordsText(opinion.records);
    case 'absent':
      return `this resolver remembers that there is no such record, for ${opinion.seconds} s more`;
    case 'silent':
      return 'no answer';
    case 'dnssec':
    case 'failed': {
      const failed = opinion.kind === 'dnssec' ? 'SERVFAIL, but an answer when signatures are not checked' : 'SERVFAIL';
      return opinion.extendedError ? `${failed}; ${describeExtendedError(opinion.extendedError)}` : failed;
    }
  }
}
