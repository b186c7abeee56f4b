import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import { vi } from 'vitest';
import type { ApiKey } from '../../../lambdas/accounts/account.schema.ts';
import { accountStore } from '../../../lambdas/accounts/account.store.ts';
import { composeKey, hashSecret } from '../../../lambdas/accounts/api-key.ts';
import { authenticated } from '../../../lambdas/accounts/authenticate.ts';
import { createDomain } from '../../../lambdas/domains/create-domain.ts';
import { domainStore } from '../../../lambdas/domains/domain.store.ts';
import { getDomain } from '../../../lambdas/domains/get-domain.ts';
import { serverStore } from '../../../lambdas/installation/server.store.ts';
import { unclaimedServer } from '../../../lambdas/installation/server.ts';
import type { Permission } from '../../../lambdas/shared/contract/codes.ts';
import { serveHttp } from '../../../lambdas/shared/http/serve-http.ts';
import { ServiceSecret } from '../../../lambdas/shared/service-secret.ts';
import { openTable } from '../../../lambdas/shared/table/table.store.ts';
import { NOW } from '../a-domain.ts';
import { settings } from '../settings.ts';

export const dynamo = mockClient(DynamoDBClient);
export const serviceSecret = ServiceSecret.fromJson(JSON.stringify({ 1: 'x'.repeat(64) }));
export const pair = composeKey('live', 'a'.repeat(22), 'b'.repeat(43), serviceSecret);
export const DOMAIN_ID = 4_503_599_627_371;
export const log = vi.fn();

const table = openTable(new DynamoDBClient({}), 'table');
const accounts = accountStore(table);
let ids = 0;
const domains = domainStore(table, { newId: (prefix) => `${prefix}_${ids++}` });
const routes = [
  createDomain({
    domains,
    servers: serverStore(table),
    settings,
    serviceSecret,
    newDomainId: () => DOMAIN_ID,
    newLabel: () => 'newlabel',
    pause: async () => {},
  }),
  getDomain({ domains }),
];
const handler = serveHttp(
  routes.map((route) => authenticated(route, { accounts, serviceSecret })),
  { log, clock: () => NOW, newRequestId: () => 'req_1' },
);

const apiKey: ApiKey = {
  keyId: pair.keyId,
  organizationId: 'org_A',
  name: 'first',
  permissions: ['domains.read', 'domains.write'] as Permission[],
  secretSha256: hashSecret(pair.secret),
  createdAt: NOW.toISOString(),
};
const server = unclaimedServer('org_A', 1, 'abcdefghijklmnop', NOW);

/** The table answers these items by partition key, and nothing else. */
export function tableHolds(items: Record<string, object>): void {
  dynamo.reset();
  dynamo.on(GetItemCommand).callsFake(({ Key }) => {
    const item = items[Key.pk.S];
    return item ? { Item: marshall(item, { removeUndefinedValues: true }) } : {};
  });
}

export const keyItem = (changes: Partial<ApiKey> = {}) => ({ [`KEY#${pair.keyId}`]: { ...apiKey, ...changes } });
export const serverItem = { 'SERVER#org_A#1': server };

const credentials = { 'x-api-key-id': pair.keyId, 'x-api-key': pair.secret };

export interface Call {
  method?: string;
  path?: string;
  headers?: Record<string, string>;
  body?: unknown;
  base64?: boolean;
  query?: string;
}

/** Calls the Lambda as API Gateway would; a `body` that is no text is sent as JSON. */
export async function call({ method = 'POST', path = '/api/domains', headers = {}, body, base64 = false, query = '' }: Call) {
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  const event = {
    rawPath: path,
    rawQueryString: query,
    headers: { ...(text === undefined ? {} : { 'Content-Type': 'application/json' }), ...credentials, ...headers },
    body: text,
    isBase64Encoded: base64,
    requestContext: { http: { method, path, protocol: 'HTTP/1.1', sourceIp: '192.0.2.1', userAgent: 'test' } },
  } as unknown as APIGatewayProxyEventV2;
  const result = await handler(event, {} as Context);
  return { status: result.statusCode, headers: result.headers ?? {}, json: JSON.parse(result.body ?? 'null') };
}
