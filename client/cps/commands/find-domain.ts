import type { Schemas } from '../../typescript/create-client.ts';
import type { Api } from '../api/connect.ts';
import { EXIT, Failure } from '../terminal/failure.ts';

type Domain = Schemas['Domain'];

/** The argument by which a command names its domain. */
export const DOMAIN_ARGUMENT = { kind: 'text', isArgument: true, isRequired: true, says: 'its hostname, or its id' } as const;

/** Accepts a copied hostname: from an address bar, with a trailing dot or in capitals. */
export function hostnameOf(text: string): string {
  const trimmed = text.trim();
  if (trimmed.includes('://') && URL.canParse(trimmed)) return new URL(trimmed).hostname;
  return trimmed.replace(/\/+$/, '').replace(/\.$/, '').toLowerCase();
}

/** Finds a domain by id or hostname. Throws when this key has none. */
export async function findDomain(api: Api, reference: string): Promise<Domain> {
  if (/^\d+$/.test(reference)) {
    const id = Number(reference);
    return api.read((client) => client.GET('/api/domains/{id}', { params: { path: { id } } }));
  }
  const url = hostnameOf(reference);
  const { data } = await api.read((client) => client.GET('/api/domains', { params: { query: { url, limit: 1 } } }));
  const [found] = data;
  if (found) return found;
  throw new Failure(EXIT.notFound, `There is no domain ${url} with this ${api.mode} key at ${api.site}.`, {
    fix: `cps domains list shows what there is; cps domains add ${url} creates it. With ${api.mode === 'live' ? '--test' : '--live'}, cps uses the other key.`,
  });
}
