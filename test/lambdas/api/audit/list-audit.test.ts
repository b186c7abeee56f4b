import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { AuditPage } from '../../../../lambdas/api/audit/audit-entry.schema.ts';
import { timeDigitsAt } from '../../../../lambdas/shared/ids/id-formats.ts';
import { HOUR, later, SECOND } from '../../a-domain.ts';
import { COUNTED, clock, dynamo, wholeRequests } from '../api-caller.ts';
import { everyPage, idsOn } from '../every-page.ts';
import { DAY, entry, hold, idOf, KEY, list, PERSON } from './an-audit.ts';

const ids = async (query = '') => (await list(query)).json.data.map(({ id }: { id: string }) => id);

describe('200: the audit', () => {
  it('says who changed what, from where and by which request, with what was before and after', async () => {
    hold(entry(-SECOND), entry(-2 * SECOND, { organizationId: 'org_B' }));
    const { status, json } = await list();
    expect([status, AuditPage.parse(json)]).toEqual([
      200,
      {
        data: [
          {
            ...{ id: idOf(-SECOND), livemode: true, created_at: later(-SECOND).toISOString(), action: 'domain.updated' },
            ...{ object: { type: 'domain', id: '7' }, actor: { type: 'api_key', key_id: 'cps_pk_live_x' } },
            ...{ request_id: 'req_7', source_ip: '192.0.2.7', user_agent: 'ours/1' },
            ...{ before: { server_id: 1 }, after: { server_id: 2 } },
          },
        ],
        next_cursor: null,
      },
    ]);
  });

  it.each([
    [PERSON, { type: 'user', user_id: 'usr_1' }],
    [{ type: 'machine', machineId: 'mch_1' } as const, { type: 'machine', machine_id: 'mch_1' }],
    [{ type: 'administrator' } as const, { type: 'administrator' }],
    [{ type: 'service' } as const, { type: 'service' }],
  ])('names each kind of actor: %o', async (actor, shown) => {
    hold(entry(-SECOND, { actor }));
    expect(AuditPage.parse((await list()).json).data[0]?.actor).toEqual(shown);
  });

  it('has a page of a hundred from one Query, newest first, and goes on behind it', async () => {
    const many = Array.from({ length: 150 }, (_, n) => entry(-n * SECOND));
    hold(...many);
    const first = await list('limit=100');
    expect(wholeRequests()).toEqual([...COUNTED, 'Query AUDIT#org_A#changes#2026-06 aud_ aud_~']);
    const second = await list(`limit=100&cursor=${first.json.next_cursor}`);
    const shown = [...first.json.data, ...second.json.data].map(({ id }) => id);
    expect([first.json.data.length, shown]).toEqual([100, many.map(({ id }) => id)]);
    expect(second.json.next_cursor).toBeNull();
  });

  it.each([1, 2, 3, 50])('goes on from month to month, %i at once, each entry once', async (limit) => {
    const all = [-1, -2, -40, -41, -100, -399].map((days) => entry(days * DAY));
    hold(...all, entry(-401 * DAY));
    expect(idsOn(await everyPage(list, `limit=${limit}`))).toEqual(all.map(({ id }) => id));
  });

  it('goes on at a cursor behind which nothing is kept any more', async () => {
    hold(entry(-399.9 * DAY), entry(-399.95 * DAY));
    const { next_cursor } = (await list('limit=1')).json;
    clock.now = later(DAY);
    const { status, json } = await list(`limit=1&cursor=${next_cursor}`);
    expect([status, json]).toEqual([200, { data: [], next_cursor: null }]);
    for (const { args } of dynamo.commandCalls(QueryCommand)) {
      const { ExclusiveStartKey: at, ExpressionAttributeValues: bounds } = args[0].input;
      if (at) expect([bounds?.[':first'] < at.sk, at.sk < bounds?.[':last']]).toEqual([true, true]);
    }
  });

  it('reads no month before the one in which the organization was created', async () => {
    hold(entry(-SECOND), entry(-2 * SECOND, { action: 'organization.created' }), entry(-3 * SECOND));
    expect(await ids()).toHaveLength(3);
    expect(wholeRequests()).toEqual([...COUNTED, 'Query AUDIT#org_A#changes#2026-06 aud_ aud_~']);
  });

  it('masks the address of a webhook, as an entry of long ago has it', async () => {
    const after = { url: 'https://hooks.integrator.com/?token=s3cret' };
    hold(entry(-SECOND, { action: 'webhook.created', resource: { type: 'webhook', id: '5' }, after }));
    expect(JSON.stringify((await list()).json)).not.toContain('s3cret');
  });

  it('ends a page of large entries before it is too long an answer for Lambda', async () => {
    const after = { metadata: { a: '"'.repeat(60_000) } };
    const many = Array.from({ length: 60 }, (_, n) => entry(-n * SECOND, { after }));
    hold(...many);
    const pages = await everyPage(list, 'limit=100');
    for (const page of pages) expect(Buffer.byteLength(JSON.stringify(JSON.stringify(page)))).toBeLessThan(6_000_000);
    expect(idsOn(pages)).toEqual(many.map(({ id }) => id));
  });
});

describe('200: a filter of the audit', () => {
  const webhook = { type: 'webhook', id: '7' } as const;
  const all = [
    entry(-1 * HOUR),
    entry(-2 * HOUR, { actor: PERSON, resource: webhook }),
    entry(-3 * HOUR, { actor: { type: 'administrator' }, resource: { type: 'domain', id: '8' } }),
    entry(-4 * HOUR, { actor: { type: 'machine', machineId: 'mch_1' }, resource: { type: 'machine', id: 'mch_1' } }),
  ];

  it.each([
    ['actor=cps_pk_live_x', [0]],
    ['actor=usr_1', [1]],
    ['actor=user', [1]],
    ['actor=administrator', [2]],
    ['actor=mch_1', [3]],
    ['actor=usr_2', []],
    ['object_type=domain', [0, 2]],
    ['object_type=domain&object_id=7', [0]],
    ['object_type=webhook&object_id=7', [1]],
    [`created_after=${later(-2 * HOUR).toISOString()}`, [0, 1]],
    [`created_before=${later(-2 * HOUR).toISOString()}`, [2, 3]],
    [`created_after=${later(-3 * HOUR).toISOString()}&created_before=${later(-1 * HOUR).toISOString()}`, [1, 2]],
    [`created_after=${later(-2 * HOUR + 1).toISOString()}`, [0]],
    [`created_after=${later(HOUR).toISOString()}`, []],
    ['actor=api_key&object_type=webhook', []],
    [`created_after=${later(-1 * HOUR).toISOString()}&created_before=${later(-3 * HOUR).toISOString()}`, []],
  ])('lists what meets all of them: %s', async (query, expected) => {
    hold(...all);
    expect(await ids(query)).toEqual(expected.map((place) => all[place]?.id));
  });

  it('lists what one request changed, and reads the minutes around it alone', async () => {
    const requestId = `req_${timeDigitsAt(later(-90 * DAY))}${'7'.repeat(16)}`;
    const ofIt = [0, 1].map((n) => entry(-90 * DAY + n, { actor: { ...KEY, requestId } }));
    hold(...ofIt, ...all, entry(-90 * DAY + 2), entry(-60 * DAY));
    expect(await ids(`request_id=${requestId}`)).toEqual(ofIt.map(({ id }) => id).toReversed());
    expect(wholeRequests()).toEqual([...COUNTED, 'Query AUDIT#org_A#changes#2026-03 aud_… aud_…']);
    expect(await ids('request_id=req_of_nobody')).toEqual([]);
    expect(await ids(`request_id=${requestId}&created_after=${later(-89 * DAY).toISOString()}`)).toEqual([]);
  });

  it('for a time reads the entries of this time alone', async () => {
    hold(...Array.from({ length: 600 }, (_, n) => entry(-n * HOUR)));
    const at = (hours: number) => later(hours * HOUR).toISOString();
    expect(await ids(`created_after=${at(-310)}&created_before=${at(-300)}`)).toHaveLength(10);
    expect(wholeRequests()).toEqual([...COUNTED, 'Query AUDIT#org_A#changes#2026-05 aud_… aud_…']);
  });

  it('reads a thousand entries a page at most: it may be empty, and its cursor goes on', async () => {
    hold(...Array.from({ length: 1200 }, (_, n) => entry(-n * SECOND)), entry(-1300 * SECOND, { actor: PERSON }));
    const first = await list('actor=user&limit=10');
    expect(first.json.data).toEqual([]);
    expect(wholeRequests()).toEqual([...COUNTED, ...Array(5).fill('Query AUDIT#org_A#changes#2026-06 aud_ aud_~')]);
    expect(await ids(`actor=user&limit=10&cursor=${first.json.next_cursor}`)).toEqual([idOf(-1300 * SECOND)]);
  });
});

describe('422: a filter of the audit', () => {
  it.each([
    ['created_after=yesterday', 'created_after'],
    ['created_before=2026', 'created_before'],
    ['object_type=secret', 'object_type'],
    ['object_id=7', 'object_id'],
    ['actor=', 'actor'],
    ['request_id=', 'request_id'],
    ['format=pdf', 'format'],
  ])('is refused: %s', async (query, field) => {
    hold();
    const { status, json } = await list(query);
    expect([status, Object.keys(json.error.details.errors)]).toEqual([422, [field]]);
  });
});
