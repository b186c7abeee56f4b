import * as z from 'zod/mini';
import { shownName } from '../../model/domains/diagnosis/conditions.ts';
import type { Read } from '../../shared/net/http-read.gateway.ts';
import { jsonIn } from '../../shared/net/reply-text.ts';
import type { Resolve } from '../../shared/net/resolve.ts';

/** An address below which a provider has its end-points, without what would change the meaning of what we append. */
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

/** Some providers write null, or nothing between the quotes, where they have no value. */
const orNothing = <T extends z.ZodMiniType>(schema: T) => z.optional(z.nullable(z.union([z.literal(''), schema])));

/** What a DNS provider says of itself and of a zone (Domain Connect, "DNS Provider Discovery"), as far as we use it. */
const ProviderSettings = z.object({
  providerName: z.string(),
  providerDisplayName: orNothing(z.string()),
  /** Absent: it has no synchronous flow for this zone. */
  urlSyncUX: orNothing(Prefix),
  urlAPI: Prefix,
});

/** Of a template: the composite key by which providers know it. */
export interface TemplateId {
  providerId: string;
  serviceId: string;
}

export interface DiscoverPorts {
  resolve: Resolve;
  read: Read;
}

export type Discovered =
  /** `applyUrl`: where its flow begins, without a query. */
  | { kind: 'offered'; provider: string; applyUrl: string }
  /** `unanswered`: nobody has said so, and another time somebody may. Why, for our log. */
  | { kind: 'not-offered' | 'unanswered'; why: string };

/** The contents of the record: a name with what may follow it in an address, and no scheme. */
const SETTINGS_AT = /^(?<host>[a-z0-9-]+(\.[a-z0-9-]+)+(:[0-9]{1,5})?)(?<path>(\/(?!\.)[\w.~-]+)*)\/?$/i;

/**
 * Whether whoever hosts the zone has our template, and lets the owner of the zone apply it in a browser. Its word is taken for
 * the address only: a check of DNS says afterwards what was applied. (Domain Connect, "DNS Provider Discovery" and "Query
 * Supported Template")
 */
export async function discoverProvider(ports: DiscoverPorts, zone: string, template: TemplateId): Promise<Discovered> {
  const record = await ports.resolve(`_domainconnect.${zone}`, 'TXT');
  if (record.kind === 'failure') return toUnanswered(`DNS gave no answer: ${record.reason ?? record.rcode}`);
  const texts = record.records.filter(({ type }) => type === 'TXT').map(({ value }) => value);
  if (texts.length === 0) return not('the zone has no _domainconnect record');
  // What else lies there, DNS answers in any order.
  const address = texts.map((text) => SETTINGS_AT.exec(text)?.groups).find((groups) => groups !== undefined);
  if (address === undefined) return not('its _domainconnect record is no address');
  const found = await ports.read(`https://${address.host}${address.path}/v2/${zone}/settings`);
  if (found.kind === 'failed') return toUnanswered(found.reason);
  if (!isSuccess(found.status)) return toRefused('its settings are', found.status);
  const settings = ProviderSettings.safeParse(jsonIn(found.body)).data;
  if (settings === undefined) return not('its settings cannot be read');
  const { providerName, providerDisplayName, urlSyncUX, urlAPI } = settings;
  const provider = shownName(providerDisplayName ?? '') || shownName(providerName);
  if (provider === '') return not('its settings name nobody');
  if (!urlSyncUX) return not('it has no synchronous flow');
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

/** Any of them is a yes ("Query Supported Template"). */
function isSuccess(status: number): boolean {
  return status >= 200 && status <= 299;
}

function toRefused(what: string, status: number): Discovered {
  const why = `${what} answered with ${status}`;
  return status >= 500 || status === 429 ? toUnanswered(why) : not(why);
}

function not(why: string): Discovered {
  return { kind: 'not-offered', why };
}

function toUnanswered(why: string): Discovered {
  return { kind: 'unanswered', why };
}
