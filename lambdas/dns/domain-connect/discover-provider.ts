import * as z from 'zod/mini';
import { cleanName } from '../../model/domains/diagnosis/conditions.ts';
import type { Read } from '../../shared/net/http-read.gateway.ts';
import { jsonIn } from '../../shared/net/reply-text.ts';
import type { Resolve } from '../../shared/net/resolve.ts';

/** A URL prefix of a provider's endpoints, without anything that would change the meaning of what we append. */
const Prefix = z.pipe(
  z.string().check(z.maxLength(500)),
  z.transform((text, context) => {
    const url = URL.parse(text);
    const isPlain = url?.protocol === 'https:' && url.username === '' && url.password === '' && !/[?#]/.test(text);
    if (url && isPlain) return url.href.replace(/\/+$/, '');
    context.issues.push({ code: 'custom', message: 'must be an https:// address without a query', input: text });
    return z.NEVER;
  }),
);

/** Some providers write null or an empty string where they have no value. */
const orNothing = <T extends z.ZodMiniType>(schema: T) => z.optional(z.nullable(z.union([z.literal(''), schema])));

/** The fields that we use of a DNS provider's settings for a zone (Domain Connect, "DNS Provider Discovery"). */
const ProviderSettings = z.object({
  providerName: z.string(),
  providerDisplayName: orNothing(z.string()),
  /** Absent: it has no synchronous flow for this zone. */
  urlSyncUX: orNothing(Prefix),
  urlAPI: Prefix,
});

/** The composite key by which providers know a template. */
export interface TemplateId {
  providerId: string;
  serviceId: string;
}

export interface DiscoverPorts {
  resolve: Resolve;
  read: Read;
}

export type Discovered =
  /** `applyUrl`: the start of the provider's flow, without a query. */
  | { kind: 'offered'; provider: string; applyUrl: string }
  /** `unanswered`: nobody gave an answer, and a retry may. `why` is for our log. */
  | { kind: 'not-offered' | 'unanswered'; why: string };

/** The record's contents: a host name with an optional port and path, and no scheme. */
const SETTINGS_AT = /^(?<host>[a-z0-9-]+(\.[a-z0-9-]+)+(:[0-9]{1,5})?)(?<path>(\/(?!\.)[\w.~-]+)*)\/?$/i;

/**
 * Asks whether the zone's DNS provider has our template and lets the zone's owner apply it in a browser. The provider's answer is
 * trusted only for the URL: a DNS check verifies later what was applied. (Domain Connect, "DNS Provider Discovery" and "Query
 * Supported Template")
 */
export async function discoverProvider(ports: DiscoverPorts, zone: string, template: TemplateId): Promise<Discovered> {
  const record = await ports.resolve(`_domainconnect.${zone}`, 'TXT');
  if (record.kind === 'failure') return toUnanswered(`DNS gave no answer: ${record.reason ?? record.rcode}`);
  const texts = record.records.filter(({ type }) => type === 'TXT').map(({ value }) => value);
  if (texts.length === 0) return toNotOffered('the zone has no _domainconnect record');
  // DNS returns it among other TXT records in any order.
  const address = texts.map((text) => SETTINGS_AT.exec(text)?.groups).find((groups) => groups !== undefined);
  if (address === undefined) return toNotOffered('its _domainconnect record is no address');
  const found = await ports.read(`https://${address.host}${address.path}/v2/${zone}/settings`);
  if (found.kind === 'failed') return toUnanswered(found.reason);
  if (!isSuccess(found.status)) return toRefused('its settings are', found.status);
  const settings = ProviderSettings.safeParse(jsonIn(found.body)).data;
  if (settings === undefined) return toNotOffered('its settings cannot be read');
  const { providerName, providerDisplayName, urlSyncUX, urlAPI } = settings;
  const provider = cleanName(providerDisplayName ?? '') || cleanName(providerName);
  if (provider === '') return toNotOffered('its settings name nobody');
  if (!urlSyncUX) return toNotOffered('it has no synchronous flow');
  const supported = await ports.read(`${urlAPI}${templatePath(template)}`);
  if (supported.kind === 'failed') return toUnanswered(supported.reason);
  if (!isSuccess(supported.status)) return toRefused('our template is', supported.status);
  return {
    kind: 'offered',
    provider,
    applyUrl: `${urlSyncUX}${templatePath(template)}/apply`,
  };
}

function templatePath({ providerId, serviceId }: TemplateId): string {
  return `/v2/domainTemplates/providers/${encodeURIComponent(providerId)}/services/${encodeURIComponent(serviceId)}`;
}

/** Any of them means yes ("Query Supported Template"). */
function isSuccess(status: number): boolean {
  return status >= 200 && status <= 299;
}

function toRefused(what: string, status: number): Discovered {
  const why = `${what} answered with ${status}`;
  return status >= 500 || status === 429 ? toUnanswered(why) : toNotOffered(why);
}

function toNotOffered(why: string): Discovered {
  return { kind: 'not-offered', why };
}

function toUnanswered(why: string): Discovered {
  return { kind: 'unanswered', why };
}
