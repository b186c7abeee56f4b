import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { vi } from 'vitest';
import { PERMISSIONS } from '../../../contract/api/operations.ts';
import { REQUESTS_PREFIX } from '../../../contract/stack/table-shape.ts';
import type { Operation, Prepare } from '../../../lambdas/api/pipeline/operation.ts';
import { createOperationRoute } from '../../../lambdas/api/pipeline/serve-operation.ts';
import type { ApiKey, OrganizationLimits } from '../../../lambdas/model/accounts/account.schema.ts';
import { composeKey, hashSecret } from '../../../lambdas/model/accounts/api-key.ts';
import { type DomainPlaces, NO_PLACES } from '../../../lambdas/model/accounts/domain-places.schema.ts';
import { domainStore } from '../../../lambdas/model/domains/domain.store.ts';
import { domainItem } from '../../../lambdas/model/domains/domain-item.ts';
import type { Domain } from '../../../lambdas/model/domains/domain-row.schema.ts';
import { unclaimedServer } from '../../../lambdas/model/servers/server.ts';
import type { Route } from '../../../lambdas/shared/http/route.ts';
import { type HttpPorts, serveHttp } from '../../../lambdas/shared/http/serve-http.ts';
import { keys } from '../../../lambdas/shared/table/keys.ts';
import { type CheckPorts, openChecks } from '../../../lambdas/wiring/checks.wiring.ts';
import type { NetEdges } from '../../../lambdas/wiring/edges.ts';
import { lazily } from '../../../lambdas/wiring/lazily.ts';
import { openRows } from '../../../lambdas/wiring/rows.wiring.ts';
import { NOW } from '../a-domain.ts';
import { clock, DOMAIN_ID, dynamo, edgesWith, log, newId, SERVICE_ROLE_ARN, serviceSecret, table } from '../edges.ts';
import { holdItems, requestsWithKeys } from '../held-items.ts';

export { clock, DOMAIN_ID, dynamo, log, newId, SERVICE_ROLE_ARN, serviceSecret, table };

export const pair = composeKey('live', 'a'.repeat(22), 'b'.repeat(43), serviceSecret);
export const domains = domainStore(table, { newId });

const apiKey: ApiKey = {
  keyId: pair.keyId,
  organizationId: 'org_A',
  name: 'first',
  permissions: [...PERMISSIONS],
  secretSha256: hashSecret(pair.secret),
  createdAt: NOW.toISOString(),
  countedMinute: NOW.toISOString().slice(0, 16),
  requestsInMinute: 0,
};

/** The caller's key. Its rate-limit minute has begun, so that a request needs one update. */
export const keyItem = (changes: Partial<ApiKey> = {}) => ({ ...keys.apiKey(pair.keyId), ...apiKey, ...changes });
/** The organization's limits. Their hour has begun, so that a request needs one update. */
export const limitsItem = (changes: Partial<OrganizationLimits & { places: DomainPlaces }> = {}) => ({
  ...keys.limits('org_A'),
  countedHour: NOW.toISOString().slice(0, 13),
  requestsInHour: 0,
  countedReceiversHour: NOW.toISOString().slice(0, 13),
  newReceiversInHour: 0,
  places: NO_PLACES,
  ...changes,
});
export const organizationItem = (id = 'org_A', name = 'Shops') => ({
  ...keys.organization(id),
  ...{ id, name, createdAt: NOW.toISOString() },
});
export const server = (id = 1, label = 'abcdefghijklmnop') => unclaimedServer('org_A', id, label, NOW);
export const serverItem = (id = 1, label = 'abcdefghijklmnop') => ({ ...keys.server('org_A', id), ...server(id, label) });
export const itemOf = (domain: Domain): Record<string, unknown> => domainItem(domain);

/** Fills the table with the caller's key, its limits and these items; applies writes like DynamoDB. Returns the items. */
export function tableHolds(...items: Record<string, unknown>[]): Map<string, Record<string, unknown>> {
  clock.now = NOW;
  log.mockReset();
  held = holdItems(dynamo, [keyItem(), limitsItem(), ...items]);
  known = [...held.items.keys()].join();
  return held.items;
}
let held: ReturnType<typeof holdItems> | undefined;
let known = '';

/** Runs `act` just before the next transaction, like a concurrent write. */
export function meanwhile(act: () => void): void {
  held?.meanwhile(act);
}

export function portsOf(changes: Partial<NetEdges> = {}): CheckPorts {
  return openChecks(openRows(edgesWith(changes)));
}
/** Replaces some of the ports. */
export function instead<Ports extends object, Doubles extends object>(ports: Ports, doubles: Doubles): Ports & Doubles {
  return Object.defineProperties(ports, Object.getOwnPropertyDescriptors(doubles)) as Ports & Doubles;
}
/** Neither encrypts nor compresses, so that tests can read stored answers. */
export const answers = {
  seal: vi.fn(async (_: string, body: string) => ({ dataKey: '', iv: '', tag: '', ciphertext: body })),
  open: vi.fn(async (_: string, body: { ciphertext: string }) => body.ciphertext),
};
export const apiPorts = lazily({ answers: () => answers }, portsOf());

/** Operations as a Lambda opens them. Tests may replace edges. */
export function opened(operations: readonly Operation<CheckPorts>[], changes?: Partial<NetEdges>): Route[] {
  const ports = changes ? lazily({ answers: () => answers }, portsOf(changes)) : apiPorts;
  return operations.map((operation) => createOperationRoute(operation, ports)());
}

/** Operations for tests of the pipeline alone: no body, no reservation, and `prepare` as their work. */
export function standIns(operations: readonly Operation<CheckPorts>[], prepare: Prepare): Route[] {
  return opened(operations.map(({ body: _, reservation: __, ...others }) => ({ ...others, prepare: () => prepare })));
}

export interface ApiCall {
  method?: string;
  path?: string;
  headers?: Record<string, string>;
  body?: unknown;
  base64?: boolean;
  query?: string;
}

/** Calls these operations as API Gateway would. A `body` that is not a string is sent as JSON. */
export function apiCaller(
  routes: readonly Route[],
  remainingMs = 28_000,
  lines: Pick<HttpPorts, 'log' | 'logAbout'> = { log, logAbout: () => {} },
) {
  const handler = serveHttp(routes, { ...lines, clock: () => clock.now, newRequestId: () => 'req_1' });
  const context = { getRemainingTimeInMillis: () => remainingMs } as Context;
  return async ({ method = 'POST', path = '/api/domains', headers = {}, body, base64 = false, query = '' }: ApiCall) => {
    const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    const credentials = { 'x-api-key-id': pair.keyId, 'x-api-key': pair.secret };
    const event = {
      rawPath: path,
      rawQueryString: query,
      headers: { ...(text === undefined ? {} : { 'Content-Type': 'application/json' }), ...credentials, ...headers },
      body: text,
      isBase64Encoded: base64,
      requestContext: {
        domainName: 'abc.execute-api.eu-central-1.amazonaws.com',
        http: { method, path, protocol: 'HTTP/1.1', sourceIp: '192.0.2.1', userAgent: 'test' },
      },
    } as unknown as APIGatewayProxyEventV2;
    const result = await handler(event, context);
    const { statusCode: status, headers: answered = {}, body: answer = 'null' } = result;
    const isJson = String(answered['content-type'] ?? 'application/json').split(';')[0] === 'application/json';
    return { status, headers: answered, text: answer, json: isJson ? JSON.parse(answer) : undefined };
  };
}

/** All table requests since the table was filled, with their keys. Ids generated since then are masked. */
export function wholeRequests(): string[] {
  return requestsWithKeys(dynamo, known);
}

/** The writes that count a call against its limits. `KEPT` is the request log's write (pipeline/log-request.ts). */
export const COUNTED = [`UpdateItem KEY#${pair.keyId} KEY`, 'UpdateItem ORG#org_A LIMITS'];
export const KEPT = 'PutItem REQUESTS#org_A req_1';

/** Writes without those of the limits and the request log. */
export function writes(): string[] {
  return wholeRequests().filter((request) => /^(TransactWriteItems|PutItem) (?!REQUESTS#)/.test(request));
}

export function timesKept(): number {
  return wholeRequests().filter((request) => request.startsWith(`PutItem ${REQUESTS_PREFIX}`)).length;
}

export function itemsUnder(items: Map<string, Record<string, unknown>>, prefix: string): Record<string, unknown>[] {
  return [...items.values()].filter(({ pk }) => String(pk).startsWith(prefix));
}
