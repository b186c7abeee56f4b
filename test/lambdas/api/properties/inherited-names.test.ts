/** @module-tag slow */

import { describe, expect, it } from 'vitest';
import type { OperationId } from '../../../../contract/api/operations.ts';
import { OPERATION_DESCRIPTIONS } from '../../../../lambdas/api/reference/openapi-document.ts';
import { inheritedNames } from '../../inherited-names.ts';
import { itemsUnder } from '../api-caller.ts';
import { ownPath, tableHoldsOrganizations } from './an-organization.ts';
import { expectDocumented, operations } from './documented.ts';
import { call } from './every-route.ts';
import { exampleOf, textOf } from './inputs.ts';

type Call = Parameters<typeof call>[0];
const named = (name: string, value: unknown) => Object.fromEntries([[name, value]]);

const every = (value: unknown) => Object.fromEntries(inheritedNames.map((name) => [name, value]));

/** Yields copies of the value with one change each: inherited names as further members, or another value at one place. */
function* variants(value: unknown): Generator<unknown> {
  yield* ['constructor', '__proto__', every('x'), every(every(null))];
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) for (const more of ['x', null]) yield { ...value, ...every(more) };
  for (const [member, present] of Object.entries(value)) {
    for (const changed of variants(present)) {
      yield Array.isArray(value) ? value.with(Number(member), changed) : { ...value, [member]: changed };
    }
  }
}

function shapeOf(operation: OperationId): object {
  const schema = OPERATION_DESCRIPTIONS[operation].body?.schema;
  return schema && 'shape' in schema ? (schema.shape as object) : {};
}

function exampleBody(operation: OperationId, method: string): { body?: string } {
  return method === 'GET' || method === 'DELETE' ? {} : { body: textOf(exampleOf(operation)) };
}

describe.each(operations)('%s', (operation, { method, path }) => {
  const own = ownPath(operation, path);
  const ask = async (more: Call) => {
    tableHoldsOrganizations();
    const answer = await call({ method, path: own, ...exampleBody(operation, method), ...more });
    expectDocumented(operation, answer);
    return answer;
  };

  it(`${operation} answers a body with names that every object inherits as documented`, async () => {
    const example: object = JSON.parse(textOf(exampleOf(operation)));
    const known: object = { ...shapeOf(operation), ...example };
    for (const body of variants(example)) await ask({ body: JSON.stringify(body) });
    for (const field of Object.keys(known)) {
      for (const value of [every('x'), every(every(null)), [every(null)]]) {
        await ask({ body: JSON.stringify({ ...example, [field]: value }) });
      }
    }
  });

  it(`${operation} answers a query with names that every object inherits as documented`, async () => {
    for (const text of ['=1', '', '=1&x=1', `[${inheritedNames[0]}]=1`]) {
      const { status, json } = await ask({ query: inheritedNames.map((name) => name + text).join('&') });
      expect(status).toBe(422);
      expect(Object.keys(json.error.details.errors)).toHaveLength(inheritedNames.length + (text.includes('x') ? 1 : 0));
    }
    for (const parameter of Object.keys(OPERATION_DESCRIPTIONS[operation].query?.def.shape ?? {})) {
      for (const name of ['constructor', '__proto__']) await ask({ query: `${parameter}=${name}` });
    }
  });

  it(`${operation} answers a path and headers with names that every object inherits as documented`, async () => {
    for (const name of path.includes('{') ? inheritedNames : []) {
      const segments = own.split('/').map((segment, at) => (path.split('/')[at]?.startsWith('{') ? name : segment));
      expect((await ask({ path: segments.join('/') })).status).toBe(404);
    }
    await ask({ headers: Object.fromEntries(inheritedNames.map((name) => [name, name])) });
    for (const name of ['constructor', '__proto__']) {
      await ask({ headers: { 'idempotency-key': name } });
      for (const header of ['x-api-key', 'x-api-key-id']) expect((await ask({ headers: { [header]: name } })).status).toBe(401);
    }
  });
});

describe('metadata with names that every object inherits', () => {
  const metadata = Object.fromEntries(inheritedNames.filter((name) => name !== '__proto__').map((name) => [name, `its ${name}`]));
  const pairs = Object.entries(metadata);
  const halves = [0, 1].map((half) => Object.fromEntries(pairs.filter((_, at) => at % 2 === half)));

  it.each(halves)('is returned, listed, delivered and audited as it was sent in a POST', async (sent) => {
    const items = tableHoldsOrganizations();
    const body = { url: 'new.customer.com', server_id: 1, metadata: sent };
    const { status, json } = await call({ body });
    expect([status, json.metadata]).toEqual([201, sent]);
    const many = await call({ path: '/api/domains/bulk', body: { domains: [{ ...body, url: 'bulk.customer.com' }] } });
    expect([many.status, many.json.data[0].domain.metadata]).toEqual([201, sent]);
    const list = await call({ method: 'GET', query: 'server_id=1' });
    for (const { id } of [json, many.json.data[0].domain]) {
      expect((await call({ method: 'GET', path: `/api/domains/${id}` })).json.metadata).toEqual(sent);
      expect(list.json.data.find((domain: { id: number }) => domain.id === id).metadata).toEqual(sent);
    }
    const created = itemsUnder(items, 'OUTBOX#').filter(({ event }) => event === 'domain.created');
    expect(created.map(({ body: event }) => JSON.parse(String(event)).data.domain.metadata)).toEqual([sent, sent]);
    const audited = itemsUnder(items, 'AUDIT#org_A#changes').filter(({ action }) => action === 'domain.created');
    expect(audited.map(({ after }) => (after as { metadata: object }).metadata)).toEqual([sent, sent]);
  });

  it.each(pairs)('is set, changed and removed by a PATCH: %s', async (name, value) => {
    tableHoldsOrganizations();
    const path = ownPath('updateDomain', '/api/domains/{id}');
    const patch = (change: object) => call({ method: 'PATCH', path, body: { metadata: change } });
    const { metadata: before } = (await call({ method: 'GET', path })).json;
    for (const text of [value, 'another', '']) {
      expect(await patch(named(name, text))).toMatchObject({
        status: 200,
        json: { metadata: { ...before, ...named(name, text) } },
      });
      expect((await call({ method: 'GET', path })).json.metadata).toEqual({ ...before, ...named(name, text) });
    }
    expect((await patch(named(name, null))).json.metadata).toEqual(before);
  });

  it('is refused if the name is __proto__', async () => {
    tableHoldsOrganizations();
    const { status, json } = await call({ body: '{"url":"a.customer.com","server_id":1,"metadata":{"__proto__":"x"}}' });
    expect([status, json.error.details.errors]).toEqual([422, { metadata: ['a key must not be __proto__'] }]);
  });
});
