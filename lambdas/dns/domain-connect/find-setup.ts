import { isWildcard } from '../../../contract/domain-name.ts';
import { shownHosting } from '../../lifecycle/dns-transition.ts';
import type { DnsHosting, DnsObservation } from '../../lifecycle/observation.ts';
import type { DnsSetup, Domain } from '../../model/domains/domain-row.schema.ts';
import type { Log } from '../../shared/runtime/log.gateway.ts';
import { addSeconds } from '../../shared/time/instant.ts';
import { labelOf } from '../cname-chain.ts';
import type { Discovered } from './discover-provider.ts';
import type { RecordGroup } from './template.ts';

/** The input for the template, and where the owner goes afterwards. */
export interface Application {
  /** The start of the provider's flow. */
  applyUrl: string;
  zone: string;
  /** The hostname without its zone. */
  host: string;
  label: string;
  /** Absent: the template has one record. */
  groupId?: RecordGroup;
  redirectUri: string;
}

interface Signer {
  /** The host of the TXT records with the public key, below the template's domain. */
  keyHost: string;
  /** RSASSA-PKCS1-v1_5 with SHA-256 over these bytes. */
  sign: (bytes: Uint8Array) => Promise<Uint8Array>;
}

/**
 * The URL where the zone's owner confirms the record. The signature ensures that only the organization that registers a hostname
 * can send them there, with its own server. It covers the query as sent, without `sig` and `key` (Domain Connect, "Digitally Sign
 * Requests").
 */
export async function applyLink(application: Application, { keyHost, sign }: Signer): Promise<string> {
  const { applyUrl, zone, host, label, groupId, redirectUri } = application;
  const query = encodeFields({ domain: zone, host, label, ...(groupId && { groupId }), redirect_uri: redirectUri });
  const signature = Buffer.from(await sign(Buffer.from(query))).toString('base64');
  return `${applyUrl}?${query}&${encodeFields({ sig: signature, key: keyHost })}`;
}

/** With %20 and not +, which some providers do not read as a space. */
function encodeFields(fields: Record<string, string>): string {
  return Object.entries(fields)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
}

/** The new setup for the domain's row; undefined if nothing changes. Never rejects. */
export type FindSetup = (domain: Domain, seen: DnsObservation, now: Date) => Promise<DnsSetup | undefined>;

export interface SetupPorts {
  discover: (zone: string) => Promise<Discovered>;
  /** The page where an organization shows this hostname to its owner. */
  portalOf: (organizationId: string, hostname: string) => Promise<string>;
  signer: Signer;
  baseTarget: string;
  validationZone?: string | undefined;
  log: Log;
}

/** A DNS window, as in the specification: a retry on another day queries the provider again. */
const SETUP_VALID_SECONDS = 86_400;
/**
 * The pause after no answer. It grows four times with each failure, up to a day: one slow answer must not cost an owner the
 * button for the whole period.
 */
const FIRST_PAUSE_SECONDS = 3_600;

/**
 * Asks a zone's provider whether it can set the record. This happens when a check first finds the record missing or wrong, not at
 * each check. A failure is a result too: the record can be set by hand.
 */
export function findSetup(ports: SetupPorts): FindSetup {
  return async (domain, seen, now) => {
    const { url, organizationId } = domain;
    const { hosting } = seen;
    const { kind, cnameTarget, ...ofRecord } = nextRecord(domain, seen, ports);
    const before = domain.hosting.setup;
    const label = labelOf(cnameTarget, ofRecord.parent);
    if (kind !== 'cname-missing' && kind !== 'cname-elsewhere') return;
    if (!hosting || !isSettable(domain, hosting) || label === undefined) return;
    const asked = { at: now.toISOString(), zone: hosting.zone, cnameTarget };
    if (isStillValid(before, asked)) return;
    try {
      const found = await ports.discover(asked.zone);
      if (found.kind !== 'offered') {
        ports.log('info', 'the DNS provider does not set the record itself', { domainId: domain.id, why: found.why });
        return found.kind === 'unanswered' ? withoutAnswer(asked, before) : asked;
      }
      const { applyUrl, provider } = found;
      const redirectUri = await ports.portalOf(organizationId, url);
      const host = url.slice(0, -`.${asked.zone}`.length);
      const link = await applyLink({ applyUrl, zone: asked.zone, host, label, ...ofRecord.group, redirectUri }, ports.signer);
      return { ...asked, provider, url: link };
    } catch (cause) {
      ports.log('warn', 'whether the DNS provider sets the record itself could not be found out', { domainId: domain.id, cause });
      return withoutAnswer(asked, before);
    }
  };
}

/** A hostname with DNS validation needs the validation record first. */
function nextRecord(
  domain: Domain,
  seen: DnsObservation,
  { baseTarget, validationZone }: Pick<SetupPorts, 'baseTarget' | 'validationZone'>,
) {
  const { validation, cname } = domain;
  const hasCertificate = 'issued' in domain && domain.issued !== undefined;
  if (validation && !hasCertificate && validationZone !== undefined)
    return {
      kind: seen.validation?.kind,
      cnameTarget: validation.target,
      parent: validationZone,
      group: { groupId: validation.stands ? ('validation-persist' as const) : ('validation' as const) },
    };
  const group = validationZone !== undefined && { groupId: 'routing' as const };
  return { kind: seen.kind, cnameTarget: cname.target, parent: baseTarget, group };
}

/** A zone's apex cannot have a CNAME record (RFC 1034, section 3.6.2), and few providers accept a wildcard from a template. */
function isSettable(domain: Domain, hosting: DnsHosting): boolean {
  return shownHosting(domain, hosting) !== undefined && domain.url !== hosting.zone && !isWildcard(domain.url);
}

function withoutAnswer(asked: DnsSetup, before: DnsSetup | undefined): DnsSetup {
  return { ...asked, failures: (before?.failures ?? 0) + 1 };
}

function isStillValid(before: DnsSetup | undefined, { at, zone, cnameTarget }: DnsSetup): boolean {
  if (!before) return false;
  return before.zone === zone && before.cnameTarget === cnameTarget && at < addSeconds(new Date(before.at), validSeconds(before));
}

function validSeconds({ failures }: DnsSetup): number {
  return failures === undefined ? SETUP_VALID_SECONDS : Math.min(FIRST_PAUSE_SECONDS * 4 ** (failures - 1), SETUP_VALID_SECONDS);
}
