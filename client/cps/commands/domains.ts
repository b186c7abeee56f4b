import { ACTORS, DIAGNOSIS_CODES } from '../../../contract/api/error-codes.ts';
import type { Schemas } from '../../typescript/create-client.ts';
import type { Api } from '../api/connect.ts';
import { defineCommand, type Outcome } from '../command/command.ts';
import { EXIT, Failure, Interrupted } from '../terminal/failure.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { plural, table, toSafeText } from '../terminal/text.ts';
import { DOMAIN_ARGUMENT, findDomain, hostnameOf } from './find-domain.ts';
import { diagnosisText, domainText } from './verdict.ts';

type Domain = Schemas['Domain'];
type Filters = NonNullable<Parameters<typeof listDomains>[1]>;

const PAGE = 100;
const LISTED = 50;

export const list = defineCommand({
  name: 'domains list',
  says: 'lists domains, the newest first',
  access: 'read',
  parameters: {
    sslStatus: { kind: 'text', says: 'with this ssl_status', value: 'status', known: ['pending', 'active', 'error'] },
    dnsStatus: { kind: 'text', says: 'with this dns_status', value: 'status', known: ['pending', 'validated', 'error'] },
    actor: { kind: 'text', says: 'for whom this one has to act', value: 'who', known: ACTORS },
    code: { kind: 'text', says: 'with this code in their diagnosis', value: 'code', known: DIAGNOSIS_CODES },
    server: { kind: 'integer', says: 'of this server', value: 'id' },
    prefix: { kind: 'text', says: 'whose hostname begins so', value: 'text' },
    limit: { kind: 'integer', says: `at most so many; ${LISTED} unless given`, value: 'number' },
  },
  examples: ['cps domains list --actor customer', 'cps domains list --ssl-status active --limit 1000 --json | jq -r .data[].url'],
  async run({ connect, terminal }, { sslStatus, dnsStatus, actor, code, server, prefix, limit = LISTED }) {
    const filters = {
      ...(sslStatus && { ssl_status: sslStatus }),
      ...(dnsStatus && { dns_status: dnsStatus }),
      ...(actor && { actor }),
      ...(code && { diagnosis_code: code }),
      ...(server && { server_id: server }),
      ...(prefix && { url_prefix: prefix }),
    } as Filters; // checked by the API
    const { domains, hasMore } = await listDomains(await connect(), filters, limit, terminal);
    const more = hasMore ? `\nThere are more: --limit ${limit * 10}` : '';
    return { json: { data: domains, has_more: hasMore }, text: `${domainTable(domains)}${more}` };
  },
});

async function listDomains(api: Api, filters: object, limit: number, terminal: Terminal) {
  const domains: Domain[] = [];
  let cursor: string | undefined;
  do {
    const query = { ...filters, limit: Math.min(PAGE, limit - domains.length), ...(cursor && { cursor }) };
    const page = await api.read((client) => client.GET('/api/domains', { params: { query } }));
    domains.push(...page.data);
    cursor = page.next_cursor ?? undefined;
    if (cursor) terminal.progress(`${plural(domains.length, 'domain')} read`);
  } while (cursor && domains.length < limit);
  return { domains, hasMore: cursor !== undefined };
}

function domainTable(domains: readonly Domain[]): string {
  if (domains.length === 0) return 'There is no such domain. cps domains add HOST creates one.';
  const rows = domains.map(({ id, url, dns_status: dns, ssl_status: ssl, diagnosis, expires_at: expires }) => [
    id,
    url,
    dns,
    ssl,
    diagnosis.code,
    diagnosis.actor,
    expires?.slice(0, 'YYYY-MM-DD'.length),
  ]);
  return table([['ID', 'HOSTNAME', 'DNS', 'CERTIFICATE', 'DIAGNOSIS', 'WHO ACTS', 'EXPIRES'], ...rows]);
}

export const show = defineCommand({
  name: 'domains show',
  says: 'shows a domain: how it stands, who must act, and how',
  access: 'read',
  parameters: { domain: DOMAIN_ARGUMENT },
  examples: ['cps domains show shop.customer.com', 'cps domains show 117503626084066 --json'],
  async run({ connect, terminal }, { domain }) {
    const found = await findDomain(await connect(), domain);
    return { json: found, text: domainText(found, terminal) };
  },
});

export const check = defineCommand({
  name: 'domains check',
  says: 'has the service check the DNS, and what is served, now',
  about: 'Possible once in 10 seconds for each domain. A domain in error goes on when its record is found.',
  access: 'write',
  parameters: { domain: DOMAIN_ARGUMENT },
  examples: ['cps domains check shop.customer.com'],
  async run({ connect, terminal }, { domain }) {
    const api = await connect();
    const { id, url } = await findDomain(api, domain);
    terminal.progress(`Checking ${url}`);
    const checked = await api.write((client) => client.POST('/api/domains/{id}/check', { params: { path: { id } } }));
    return verdictOutcome(checked, terminal);
  },
});

/** The exit code tells a script when a person has to act. */
function verdictOutcome(domain: Domain, terminal: Terminal): Outcome {
  const exit = domain.diagnosis.actor === 'nobody' ? EXIT.done : EXIT.unfinished;
  return { json: domain, text: domainText(domain, terminal), exit };
}

export const remove = defineCommand({
  name: 'domains rm',
  says: 'deletes domains; their certificates are taken from your servers',
  access: 'write',
  parameters: { domains: { kind: 'texts', isArgument: true, isRequired: true, says: 'their hostnames or ids' } },
  examples: ['cps domains rm shop.customer.com'],
  async run({ connect, terminal, signal }, { domains }) {
    const api = await connect();
    const deleted: Domain[] = [];
    const deletedLines = () => deleted.map(({ id, url }) => `Deleted ${url} (${id}).`).join('\n');
    try {
      for (const reference of domains) {
        if (signal.aborted) throw new Interrupted();
        const domain = await findDomain(api, reference);
        await deleteDomain(api, domain.id);
        deleted.push(domain);
        terminal.progress(`${deleted.length} of ${domains.length} deleted`);
      }
    } catch (error) {
      if (deleted.length > 0) terminal.note(deletedLines());
      throw error;
    }
    return { json: { deleted: deleted.map(({ id, url }) => ({ id, url })) }, text: deletedLines() };
  },
});

/** The domain has just been found, so a 404 comes from a retried DELETE whose answer was lost. */
async function deleteDomain(api: Api, id: number): Promise<void> {
  try {
    await api.write((client) => client.DELETE('/api/domains/{id}', { params: { path: { id } } }));
  } catch (error) {
    if (!(error instanceof Failure) || error.exit !== EXIT.notFound) throw error;
  }
}

export const doctor = defineCommand({
  name: 'doctor',
  says: 'checks a hostname before it is a domain: its DNS, what stands in the way, and who must act. Nothing is created',
  about: 'For a hostname that is a domain of yours, it shows that domain. At most 20 hostnames a minute.',
  access: 'read',
  parameters: {
    host: { kind: 'text', isArgument: true, isRequired: true, says: 'the hostname' },
    server: { kind: 'integer', says: 'the server to which it should lead; your first unless given', value: 'id' },
  },
  examples: ['cps doctor shop.customer.com', 'cps doctor shop.customer.com --server 2 --json'],
  async run({ connect, terminal }, { host, server }) {
    const api = await connect();
    const body = { url: hostnameOf(host), ...(server && { server_id: server }) };
    terminal.progress(`Asking the name servers of ${body.url}`);
    const found = await api.read((client) => client.POST('/api/dns/look', { body }));
    const { domain_id: id } = found;
    if (id === undefined) return dnsOutcome(found, terminal);
    const domain = await api.read((client) => client.GET('/api/domains/{id}', { params: { path: { id } } }));
    const outcome = verdictOutcome(domain, terminal);
    return { ...outcome, json: { ...found, domain }, text: `It is a domain of yours.\n${outcome.text}` };
  },
});

const FORECASTS: Readonly<Record<string, string>> = {
  certificate: 'Its DNS is right: as a domain it gets its certificate at once.',
  waits_for_dns: 'As a domain it would wait for its DNS.',
  forbidden_by_caa: 'Its DNS leads here, but CAA records forbid the certificate.',
};

function dnsOutcome(found: Schemas['DnsLook'], terminal: Terminal): Outcome {
  const { url, forecast, diagnosis, dns_records: records, caa, dns_provider: provider } = found;
  const lines = [
    terminal.style('bold', url),
    FORECASTS[forecast] ?? `Forecast: ${toSafeText(forecast)}`,
    ...(provider ? [`DNS provider: ${toSafeText(provider.name)}`] : []),
    ...(diagnosis ? ['', diagnosisText(diagnosis, records, terminal)] : []),
    '',
    `CAA: ${toSafeText(caa.state)}`,
    ...caa.records.map(({ action, type, name, value }) => toSafeText(`  ${action} ${type} ${name} ${value}`)),
  ];
  return { json: found, text: lines.join('\n'), exit: forecast === 'certificate' ? EXIT.done : EXIT.unfinished };
}
