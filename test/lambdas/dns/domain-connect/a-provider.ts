import { createPublicKey, verify } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { template } from '../../../../lambdas/dns/domain-connect/template.ts';
import type { Resolve } from '../../../../lambdas/shared/net/resolve.ts';
import { receiverOnLoopback } from '../../shared/net/receiver-on-loopback.ts';
import { selfSigned } from '../../shared/net/self-signed.ts';

type Template = ReturnType<typeof template>;
type TemplateRecord = Template['records'][number] & { groupId?: string };

export interface Provider extends AsyncDisposable {
  /** With the port, as in the _domainconnect record. */
  host: string;
  /** The root certificate to trust for its connections. */
  rootPem: string;
  /** Records of its zone: type and value by owner name. */
  records: Map<string, string>;
  requests: string[];
}

interface Hosting {
  zone: string;
  templates: Template[];
  resolve: Resolve;
  /** A certificate and its key. Default: a certificate that only `rootPem` vouches for. */
  tls?: { name: string; cert: string; key: string };
  /** Called when the zone's owner confirms. */
  onApply?: (name: string, type: string, value: string) => Promise<void>;
  /** Replaces the answer of the settings endpoint. */
  settings?: (response: ServerResponse) => void;
  others?: Record<string, unknown>;
  supported?: number;
}

const NAME = 'domainconnect.provider.example.com';

/**
 * A DNS provider with Domain Connect, whose users confirm everything. Like strict providers, it redirects only to the template's
 * sites (Domain-Connect/Templates, "Set `syncRedirectDomain` when using `redirect_uri`").
 */
export async function aProvider({
  zone,
  templates,
  resolve,
  onApply,
  settings,
  others = {},
  supported = 200,
  ...known
}: Hosting): Promise<Provider> {
  const { name: ownName, ...tls } = known.tls ?? {
    name: NAME,
    ...selfSigned(NAME, new Date('2020-01-01T00:00:00Z'), new Date('2048-01-01T00:00:00Z')),
  };
  const records = new Map<string, string>();
  const server = await receiverOnLoopback({ tls, answer: (request, response) => void answer(request, response) });
  const host = `${ownName}:${server.port}`;
  const base = `https://${host}/dc`;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [path = '', query = ''] = (request.url ?? '').split('?');
    const [, providerId, serviceId, isApply] =
      /^\/dc\/v2\/domainTemplates\/providers\/([^/]+)\/services\/([^/]+?)(\/apply)?$/.exec(path) ?? [];
    const known = templates.find((each) => each.providerId === providerId && each.serviceId === serviceId);
    if (path === `/dc/v2/${zone}/settings`) {
      if (settings) return settings(response);
      const own = { providerId: 'provider.example.com', providerName: 'Provider', urlSyncUX: base, urlAPI: base };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ ...own, ...others }));
    } else if (!known) response.writeHead(404).end();
    else if (isApply) await apply(known, query, response);
    else response.writeHead(supported).end();
  }

  async function apply(asked: Template, query: string, response: ServerResponse): Promise<void> {
    const fields = new URLSearchParams(query);
    const [domain, name, back = ''] = ['domain', 'host', 'redirect_uri'].map((field) => fields.get(field) ?? '');
    if (domain !== zone || !name || !(await isSigned(query, asked, resolve))) return void response.writeHead(400).end();
    for (const { type, host: at, pointsTo } of recordsIn(asked, fields.get('groupId'))) {
      const value = pointsTo.replace(/%(\w+)%/g, (_, variable: string) => fields.get(variable) ?? '');
      const owner = at === '@' ? `${name}.${zone}` : `${at}.${name}.${zone}`;
      records.set(owner, `${type} ${value}`);
      await onApply?.(owner, type, value);
    }
    // Without a redirect, the provider shows its own page.
    const isOfTemplate = asked.syncRedirectDomain?.split(',').includes(URL.parse(back)?.hostname ?? '');
    if (isOfTemplate) response.writeHead(302, { location: back }).end();
    else response.writeHead(200).end();
  }

  const close = () => server[Symbol.asyncDispose]();
  return { host: `${host}/dc`, rootPem: tls.cert, records, requests: server.requests, [Symbol.asyncDispose]: close };
}

/** No group means the whole template. */
function recordsIn({ records }: Template, groups: string | null): TemplateRecord[] {
  const all: TemplateRecord[] = records;
  return groups === null ? all : all.filter(({ groupId }) => groupId === undefined || groups.split(',').includes(groupId));
}

/** Verifies the signature with the key below the template's domain, over the raw query without `sig` and `key`. */
async function isSigned(query: string, { syncPubKeyDomain }: Template, resolve: Resolve): Promise<boolean> {
  const fields = new URLSearchParams(query);
  const signed = query
    .split('&')
    .filter((pair) => !/^(sig|key)=/.test(pair))
    .join('&');
  const { records } = await resolve(`${fields.get('key')}.${syncPubKeyDomain}`, 'TXT');
  const parts = records.map(({ value }) => /^p=(\d+),a=RS256,d=(.+)$/.exec(value) ?? []);
  const data = parts
    .toSorted(([, a], [, b]) => Number(a) - Number(b))
    .map(([, , part]) => part)
    .join('');
  if (data === '') return false;
  const key = createPublicKey({ key: Buffer.from(data, 'base64'), format: 'der', type: 'spki' });
  return verify('sha256', Buffer.from(signed), key, Buffer.from(fields.get('sig') ?? '', 'base64'));
}
