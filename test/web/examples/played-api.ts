import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { OPERATIONS, type Operation, type Permission } from '../../../contract/api/operations.ts';
import type { PublicDiagnosis } from '../../../contract/public-view.ts';
import { aView } from '../../copy/a-view.ts';

const KEY = 'sk_live_thisIsTheSecretOfTheApi';
const KEY_ID = 'cps_pk_live_thisIsItsName';
export const OWN = 'docs.acme.com';
export const FOREIGN = 'shop.bobs-bakery.com';
const IDS: Record<string, number> = { [OWN]: 117, [FOREIGN]: 118 };

/** Permissions of the proxy's key. */
const PERMISSIONS: readonly (Permission | undefined)[] = ['domains.read', 'domains.check'];

function isPermitted(method: string | undefined, path: string): boolean {
  const isAt = ({ path: pattern }: Operation) => new RegExp(`^${pattern.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path);
  const operations: Operation[] = Object.values(OPERATIONS);
  return operations.some((one) => one.method === method && isAt(one) && PERMISSIONS.includes(one.permission));
}

/** Has fields that no browser may receive. */
const domain = (url: string, diagnosis: Partial<PublicDiagnosis>) => ({
  ...aView(diagnosis, { url }),
  ...{ id: IDS[url], server_id: 1, metadata: { plan: 'gold' }, cname_target: 'x.test', created_at: '2026-01-01T00:00:00.000Z' },
});

export interface PlayedApi {
  url: string;
  /** For example `GET /api/domains/117`, in order. */
  asked: string[];
  /** Environment of programs that use it. */
  env: Record<string, string>;
  close: () => void;
}

/** The API for two domains of two customers, with its errors. */
export async function playApi(diagnosis: Partial<PublicDiagnosis> = {}): Promise<PlayedApi> {
  const asked: string[] = [];
  const server: Server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://api');
    asked.push(`${request.method} ${request.url}`);
    const send = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (request.headers['x-api-key'] !== KEY || request.headers['x-api-key-id'] !== KEY_ID)
      return send(401, { error: { code: 'invalid_api_key' } });
    if (!isPermitted(request.method, pathname)) return send(403, { error: { code: 'insufficient_permissions' } });
    // The API lower-cases names.
    const listed = (searchParams.get('url') ?? '').toLowerCase();
    if (pathname === '/api/domains')
      return send(200, { data: Object.hasOwn(IDS, listed) ? [domain(listed, diagnosis)] : [], next_cursor: null });
    const [url] = Object.entries(IDS).find(([, id]) => pathname.startsWith(`/api/domains/${id}`)) ?? [];
    return url === undefined
      ? send(404, { error: { code: 'resource_not_found', details: { domain_id: 1 } } })
      : send(200, domain(url, diagnosis));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
  const env = { CPS_BASE_URL: url, CPS_API_KEY_ID: KEY_ID, CPS_API_KEY: KEY };
  Object.assign(process.env, env);
  return { url, asked, env, close: () => server.close() };
}
