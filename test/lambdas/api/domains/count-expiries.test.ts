import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { countExpiries } from '../../../../lambdas/api/domains/count-expiries.ts';
import { DomainExpiries } from '../../../../lambdas/api/domains/domain-responses.schema.ts';
import type { Domain } from '../../../../lambdas/model/domains/domain-row.schema.ts';
import { aDomain, cnameAway, iso, issued, servedAs } from '../../a-domain.ts';
import { type ApiCall, apiCaller, COUNTED, clock, dynamo, itemOf, opened, tableHolds, wholeRequests } from '../api-caller.ts';

const call = apiCaller(opened([countExpiries]));
const ask = (more: Partial<ApiCall> = {}) => call({ method: 'GET', path: '/api/domains/expiries', ...more });
const count = async (query: string) => (await ask({ query })).json;

const ending = (id: number, notAfter: string, others: Partial<Domain> = {}) =>
  aDomain('active', { id, served: servedAs({ certificate: { ...issued, notAfter } }), ...others });

/** The Monday of a week, counted from the current week (0). */
const monday = () => {
  const day = 86_400_000;
  const { now } = clock;
  const days = (now.getUTCDay() + 6) % 7;
  const begun = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()) - days * day;
  return (week: number, plusMs = 0) => new Date(begun + week * 7 * day + plusMs).toISOString();
};

describe('certificates by the week in which they end', () => {
  it('are counted from Monday to Monday in UTC: what ends at midnight belongs to the Monday', async () => {
    const at = monday();
    tableHolds(
      ...[ending(1, at(0)), ending(2, at(1, -1)), ending(3, at(1)), ending(4, at(0, -1)), ending(5, at(13))].map(itemOf),
    );
    const json = await count('');
    expect(DomainExpiries.parse(json)).toEqual(json);
    expect(json.weeks).toHaveLength(13);
    expect(json.weeks.slice(0, 2)).toEqual([
      { starts_at: at(0), ends_at: at(1), by_itself: 2, needs_somebody: 0 },
      { starts_at: at(1), ends_at: at(2), by_itself: 1, needs_somebody: 0 },
    ]);
    expect(json.earlier).toEqual({ by_itself: 1, needs_somebody: 0 });
    expect(json.weeks.at(-1)).toMatchObject({ ends_at: at(13), by_itself: 0 });
    expect([json.is_complete, json.complete_until]).toEqual([true, undefined]);
  });

  it('says how many of them need somebody, and counts no other organization and no domain that is being removed', async () => {
    const at = monday();
    const { served } = ending(4, at(2));
    tableHolds(
      itemOf(ending(1, at(2))),
      itemOf(ending(2, at(2), { conditions: cnameAway(3, iso(0), false) })),
      itemOf(ending(3, at(2), { organizationId: 'org_B' })),
      itemOf(aDomain('removing', { id: 4, served })),
      itemOf(aDomain('awaiting-dns', { id: 5 })),
    );
    expect((await count('weeks=3')).weeks[2]).toMatchObject({ by_itself: 1, needs_somebody: 1 });
  });

  it('reads 20 pages at most, the soonest first, and says up to where it has counted', async () => {
    const at = monday();
    const item = itemOf(ending(1, at(1)));
    tableHolds();
    dynamo.on(QueryCommand).resolves({ Items: [item], LastEvaluatedKey: { pk: 'DOMAIN#1', sk: 'DOMAIN' } });
    const json = await count('weeks=52');
    expect(json).toMatchObject({ is_complete: false, complete_until: at(1) });
    expect(wholeRequests()).toEqual([...COUNTED, ...Array(20).fill('Query byExpiry ORG#org_A 2027-05-31T00:00:00.000Z')]);
  });

  it('are a table in CSV, too, whose first line is of what is over', async () => {
    const at = monday();
    tableHolds(...[ending(1, at(0, -1)), ending(2, at(1)), ending(3, at(1))].map(itemOf));
    const { headers, text } = await ask({ query: 'weeks=2&format=csv' });
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(text.split('\r\n')).toEqual([
      'starts_at,ends_at,by_itself,needs_somebody,is_complete',
      `,${at(0)},1,0,true`,
      `${at(0)},${at(1)},0,0,true`,
      `${at(1)},${at(2)},2,0,true`,
      '',
    ]);
    expect((await ask({ query: 'weeks=2', headers: { accept: 'text/csv' } })).text).toBe(text);
  });

  it('say in CSV of each week whether it was counted whole', async () => {
    const at = monday();
    tableHolds();
    const [item, LastEvaluatedKey] = [itemOf(ending(1, at(1, 1))), { pk: 'DOMAIN#1', sk: 'DOMAIN' }];
    dynamo.on(QueryCommand).resolves({ Items: [item], LastEvaluatedKey });
    const { text } = await ask({ query: 'weeks=3&format=csv' });
    expect(
      text
        .trimEnd()
        .split('\r\n')
        .map((line) => line.split(',').at(-1)),
    ).toEqual(['is_complete', 'true', 'true', 'false', 'false']);
  });

  it.each(['weeks=0', 'weeks=53', 'weeks=x', 'week=1', 'format=jsonl'])('422: %s', async (query) => {
    tableHolds();
    expect((await ask({ query })).status).toBe(422);
  });
});
