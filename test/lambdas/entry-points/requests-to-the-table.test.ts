import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { SendMessageBatchCommand } from '@aws-sdk/client-sqs';
import { describe, expect, it } from 'vitest';
import { OPERATIONS, type OperationId } from '../../../contract/api/operations.ts';
import { API_OPERATIONS } from '../../../lambdas/api/operations.ts';
import { keys } from '../../../lambdas/shared/table/keys.ts';
import { aTestKey } from '../api/a-test-key.ts';
import { itemsUnder, pair, wholeRequests } from '../api/api-caller.ts';
import { BODIES, ownPath, PHASES, tableHoldsOrganizations } from '../api/properties/an-organization.ts';
import { exampleOf, textOf } from '../api/properties/inputs.ts';
import { aBalancer } from '../api/servers/servers-api.ts';
import { inALambda, request, sqs, withoutNetwork } from './lambda-environment.ts';

// The table requests of each operation with their keys, by the exported handlers.

inALambda();
withoutNetwork();

/**
 * Table requests by operation, without the rate limits and the request log. UPDATE_DOCS=1 adds missing operations. An operation
 * that needs more requests than before is edited by hand.
 */
const FILE = new URL('requests-to-the-table.json', import.meta.url);
const recorded: Record<string, string[]> = JSON.parse(readFileSync(FILE, 'utf8'));

const ofTestMode = aTestKey();
const entryPoints = globSync('lambdas/api/*/serve-*.lambda.ts')
  .map((file) => file.replace(/^lambdas\/(.*)\.lambda\.ts$/, '$1'))
  .filter((name) => !/serve-(app|reference)$/.test(name));

function tableHoldsFor(operation: OperationId) {
  const items = tableHoldsOrganizations(PHASES[operation]);
  const counts = { ...keys.resourceCounts('org_A'), servers: 2, webhooks: 2, api_keys: 2 };
  for (const item of [counts, ...ofTestMode.items, ...(operation === 'checkServer' ? [aBalancer(1)] : [])])
    items.set(`${item.pk}|${item.sk}`, item);
  // The sender succeeds at once, because the test of a webhook waits for the receiver's answer.
  sqs.on(SendMessageBatchCommand).callsFake(() => {
    for (const item of itemsUnder(items, 'DELIVERIES#')) items.set(`${item.pk}|${item.sk}`, { ...item, state: 'succeeded' });
    return {};
  });
}

/** Only test mode has a clock. */
function callerOf(operation: OperationId) {
  const isOfTestMode = OPERATIONS[operation].path === '/api/test/clock';
  if (isOfTestMode) return { headers: ofTestMode.headers, organizationId: ofTestMode.tenant, shownKey: 'cps_pk_test_…' };
  return {
    headers: { 'x-api-key-id': pair.keyId, 'x-api-key': pair.secret },
    organizationId: 'org_A',
    shownKey: pair.keyId,
  };
}

async function ask(operation: OperationId) {
  const { method, path } = OPERATIONS[operation];
  const headers = { ...callerOf(operation).headers, ...(method === 'POST' && { 'idempotency-key': 'once' }) };
  const body = ['GET', 'DELETE'].includes(method) ? undefined : JSON.parse(BODIES[operation] ?? textOf(exampleOf(operation)));
  for (const entryPoint of entryPoints) {
    tableHoldsFor(operation);
    const answer = await request(entryPoint, method, ownPath(operation, path), headers, body);
    if (![404, 405].includes(answer.status)) return answer;
  }
  throw new Error(`no function serves ${operation}`);
}

describe('an operation of the API asks the table for this and nothing else, its kept answer included', () => {
  it.each(API_OPERATIONS.map(({ id }) => id))('%s', async (operation) => {
    const { status, body } = await ask(operation);
    expect(status, body).toBeLessThan(300);
    const { shownKey, organizationId } = callerOf(operation);
    const before = [`UpdateItem KEY#${shownKey} KEY`, `UpdateItem ORG#${organizationId} LIMITS`];
    const after = OPERATIONS[operation].method === 'GET' ? [] : [`PutItem REQUESTS#${organizationId} req_…`];
    const found = wholeRequests();
    if (process.env.UPDATE_DOCS === '1') {
      recorded[operation] ??= found.slice(before.length, found.length - after.length);
      writeFileSync(FILE, `${JSON.stringify(recorded, null, 2)}\n`);
    }
    expect(found).toEqual([...before, ...(recorded[operation] ?? []), ...after]);
  });

  it('and is one that there is', () => {
    expect(API_OPERATIONS.map(({ id }) => id)).toEqual(expect.arrayContaining(Object.keys(recorded)));
  });
});
