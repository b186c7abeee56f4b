import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { countDomains } from '../../../../lambdas/api/domains/count-domains.ts';
import { DomainCounts } from '../../../../lambdas/api/domains/domain-responses.schema.ts';
import { NO_PLACES } from '../../../../lambdas/model/accounts/domain-places.schema.ts';
import { aDomain } from '../../a-domain.ts';
import { apiCaller, COUNTED, clock, dynamo, itemOf, limitsItem, opened, tableHolds, wholeRequests } from '../api-caller.ts';

const call = apiCaller(opened([countDomains]));
const ask = () => call({ method: 'GET', path: '/api/domains/counts' });
const places = (domains: number) => limitsItem({ places: { ...NO_PLACES, domains } });
/** The requests after the limit counters of the key and the organization. */
const afterLimits = () => wholeRequests().slice(COUNTED.length);

const found = { code: 'server_not_connected' as const, evidence: [] };
const obstacle = { since: '2026-01-01T00:00:00.000Z', times: 1, found };
const DOMAINS = [
  aDomain('awaiting-dns', { id: 1 }),
  aDomain('awaiting-dns', { id: 2 }),
  aDomain('preparing', { id: 3, conditions: { obstacle } }),
  aDomain('active', { id: 4 }),
  aDomain('removing', { id: 5 }),
  aDomain('awaiting-dns', { id: 6, organizationId: 'org_B' }),
];

const BEFORE = ['LIMITS', 'WEBHOOKS', 'WAITING'].map((sk) => `GetItem ORG#org_A ${sk}`);
const QUERIES = ['customer', 'integrator', 'service'].map((actor) => `Query byActor ORG#org_A#ACTOR#${actor}`);
const KEPT_COUNT = 'PutItem ORG#org_A WAITING';

describe('counts of domains by who has to act', () => {
  it('take a Query for each who is waited for, and are kept', async () => {
    tableHolds(...DOMAINS.map(itemOf), places(4));
    const { status, json } = await ask();
    expect(status).toBe(200);
    expect(json).toEqual({
      total: 4,
      by_actor: { customer: 2, integrator: 1, service: 0, nobody: 1 },
      is_complete: true,
      counted_at: clock.now.toISOString(),
    });
    expect(DomainCounts.parse(json)).toEqual(json);
    expect(afterLimits()).toEqual([...BEFORE, ...QUERIES, KEPT_COUNT]);
  });

  it('are answered again within 30 s without being counted', async () => {
    tableHolds(...DOMAINS.map(itemOf), places(4));
    const first = (await ask()).json;
    dynamo.resetHistory();
    clock.now = new Date(clock.now.getTime() + 29_000);
    expect((await ask()).json).toEqual(first);
    expect(afterLimits()).toEqual(BEFORE);
    clock.now = new Date(clock.now.getTime() + 1_001);
    expect((await ask()).json.counted_at).toBe(clock.now.toISOString());
  });

  it('are broken off after 20 pages, and say so', async () => {
    tableHolds(places(50_000));
    dynamo.on(QueryCommand).resolves({ Count: 700, LastEvaluatedKey: { pk: 'DOMAIN#1', sk: 'DOMAIN' } });
    const { json } = await ask();
    expect(json).toMatchObject({ is_complete: false, by_actor: { customer: 14_000, nobody: 8_000 } });
    expect(afterLimits()).toEqual([...BEFORE, ...Array(20).fill(QUERIES).flat(), KEPT_COUNT]);
  });

  it('have no number below zero where the total lags', async () => {
    tableHolds(...DOMAINS.map(itemOf), places(1));
    expect((await ask()).json).toMatchObject({ total: 1, by_actor: { customer: 2, nobody: 0 } });
  });
});
