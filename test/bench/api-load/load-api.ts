import { administrator } from '../administrator.ts';
import { type Load, type LoadResult, sendLoad } from './load.ts';

const CONNECTIONS = 8;
const WARM_UP = 40;

interface Where {
  baseUrl: string;
  stateDir: string;
  /** Requests per operation. */
  requests: number;
}

interface Account {
  headers: Record<string, string>;
  serverId: number;
}

/** Uses a new organization without limits. Creating comes last, because the created domains cause work afterwards. */
export async function loadApi({ baseUrl, stateDir, requests }: Where): Promise<Record<string, LoadResult>> {
  const account = await createAccount(stateDir);
  const { headers } = account;
  const body = domainBodies(account);
  const { pathname } = new URL(baseUrl);
  const load = (next: Load['next']) => ({ url: baseUrl, connections: CONNECTIONS, next });
  const create = load(() => ({ method: 'POST', path: `${pathname}/domains`, headers, body: body() }));
  const list = load(() => ({ method: 'GET', path: `${pathname}/domains`, headers }));

  const created = await fetch(`${baseUrl}/domains`, { method: 'POST', headers, body: body() });
  const { id } = (await created.json()) as { id: number };
  if (created.status !== 201) throw new Error(`creating a domain answers ${created.status}`);
  const get = load(() => ({ method: 'GET', path: `${pathname}/domains/${id}`, headers }));

  // Warms up the Lambdas and fills a page of the list.
  for (const each of [create, list, get]) await sendLoad({ ...each, requests: Math.min(WARM_UP, requests) });
  return {
    'GET /domains/{id}': await sendLoad({ ...get, requests }),
    'GET /domains': await sendLoad({ ...list, requests }),
    'POST /domains': await sendLoad({ ...create, requests }),
  };
}

async function createAccount(stateDir: string): Promise<Account> {
  const { admin, newOrganization } = administrator(stateDir);
  const { organizationId, headers } = await newOrganization('Load', 'domains.read,domains.write');
  const server = await admin('create-server', '--organization', organizationId, '--name', 'Load', '--type', 'agent');
  return { headers, serverId: server.server_id };
}

function domainBodies({ serverId }: Account): () => string {
  let count = 0;
  return () => {
    count += 1;
    return JSON.stringify({ url: `load-${count}.customer.test`, server_id: serverId });
  };
}
