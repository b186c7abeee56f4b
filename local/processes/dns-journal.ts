/** What was asked of the DNS server's management API and still holds: requests by what they are about. */
export type DnsJournal = Record<string, DnsRequest[]>;

export interface DnsRequest {
  path: string;
  body: string;
}

const REPEATABLE = /^\/(?<verb>set|add|clear)-(?<what>txt|a|aaaa|caa|cname|servfail|default-ipv4|default-ipv6)$/;
/** The others collect: another address is one more address. */
const REPLACED = ['cname', 'servfail', 'default-ipv4', 'default-ipv6'];

/** The journal after a request that the server accepted. Requests about anything but records are not remembered. */
export function remember(journal: DnsJournal, request: DnsRequest): DnsJournal {
  const { verb, what } = REPEATABLE.exec(request.path)?.groups ?? {};
  if (!verb || !what) return journal;
  const subject = `${what} ${hostOf(request.body)}`;
  const { [subject]: before = [], ...others } = journal;
  if (verb === 'clear') return others;
  return { ...others, [subject]: REPLACED.includes(what) ? [request] : [...before, request] };
}

/** The server reads the field in any case, and completes a name with its dot. */
function hostOf(body: string): string {
  const entries = Object.entries(JSON.parse(body) as Record<string, unknown>);
  const host = entries.find(([field]) => field.toLowerCase() === 'host')?.[1];
  return typeof host === 'string' ? host.replace(/\.$/, '') : '';
}
