import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EventName } from '../../../contract/api/events.ts';
import { dayAfter } from '../../../lambdas/model/reports/report-days.ts';
import { prefixedId } from '../../../lambdas/shared/ids/ids.gateway.ts';
import { eventBody } from '../../../lambdas/shared/outbox/outbox.schema.ts';
import { outboxWrite } from '../../../lambdas/shared/outbox/outbox.store.ts';
import { dayOf } from '../../../lambdas/shared/time/instant.ts';
import { connection, type Key, newHostname } from '../cloud.ts';
import { EVERYTHING, newOrganization, raiseRequestLimits, table } from '../operator.ts';
import { PATIENCE_SECONDS } from '../patience.ts';
import { answers, type Receiver, startReceiver } from '../receiver.ts';
import { forgetReports, reportNight, reportRows } from './use-of-an-organization.ts';

const IN_TIME = { timeout: PATIENCE_SECONDS * 1000, interval: 500 };
const TODAY = dayOf(new Date());
const YESTERDAY = dayAfter(TODAY, -1);
// biome-ignore lint/suspicious/noExplicitAny: each answer is looked at by what the test expects of it
type Any = any;

/** A client that counts its calls. */
async function newCaller() {
  const { organizationId, key } = await newOrganization(EVERYTHING);
  await raiseRequestLimits(organizationId);
  const us = { organizationId, key: key as Key, calls: 0, text, json };
  async function text(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<string> {
    us.calls += 1;
    const answer = await fetch(`${connection.base_url}${path}`, {
      method,
      headers: {
        ...{ 'x-api-key-id': key.api_key_id, 'x-api-key': key.api_key, ...headers },
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const answered = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} answers ${answer.status}: ${answered}`);
    return answered;
  }
  async function json(...asked: Parameters<typeof text>): Promise<Any> {
    return JSON.parse(await text(...asked));
  }
  return us;
}

describe('reports of what has happened', () => {
  let us: Awaited<ReturnType<typeof newCaller>>;
  let well: Receiver;
  let broken: Receiver;
  let webhooks: number[];
  let domainId: number;

  /** Writes an event with a past `createdAt`. */
  const happened = async (event: EventName, at: string, code = 'ok', actor = 'nobody') => {
    const facts = { id: prefixedId('evt'), event, domainId, createdAt: at };
    const domain = { id: domainId, created_at: `${YESTERDAY}T06:00:00.000Z`, diagnosis: { code, actor } };
    const body = eventBody({ ...facts, livemode: true, data: { domain } });
    await table.transact([
      outboxWrite(table, { kind: 'event', organizationId: us.organizationId, notify: false, body, ...facts }),
    ]);
  };
  const logged = async () => (await us.json('GET', '/events?limit=100')).data.map(({ event }: Any) => event);

  beforeAll(async () => {
    us = await newCaller();
    [well, broken] = [await startReceiver(), await startReceiver(answers(404))];
    const made = [well, broken].map(({ url }) => us.json('POST', '/webhooks', { url, events: ['domain.created'] }));
    webhooks = (await Promise.all(made)).map(({ id }) => id);
    for (let n = 0; n < 3; n += 1) domainId = (await us.json('POST', '/domains', { url: newHostname('told'), server_id: 1 })).id;
  });
  afterAll(() => {
    for (const receiver of [well, broken]) receiver?.close();
  });

  it('have its numbers, in JSON and in CSV', async () => {
    const states = async () => {
      const lists = await Promise.all(webhooks.map((id) => us.json('GET', `/webhooks/${id}/deliveries`)));
      return lists.map(({ data }) => data.map(({ state }: Any) => state));
    };
    await expect.poll(states, IN_TIME).toEqual([Array(3).fill('succeeded'), Array(3).fill('failed')]);
    await happened('certificate.issued', `${YESTERDAY}T06:10:00.000Z`);
    await expect.poll(logged, IN_TIME).toContain('certificate.issued');
    const asked = us.calls;
    await reportNight(us.organizationId);
    const range = `from=${YESTERDAY}&to=${TODAY}`;
    const health = await us.json('GET', `/reports/webhooks?${range}`);
    const outcomes = health.data.map(({ webhook_id, succeeded, failed, pending }: Any) => [
      webhook_id,
      succeeded,
      failed,
      pending,
    ]);
    expect(new Set(outcomes.map(String))).toEqual(new Set([`${webhooks[0]},3,0,0`, `${webhooks[1]},0,3,0`]));
    const use = await us.json('GET', `/reports/api-use?${range}`);
    expect([use.total.requests, use.data]).toEqual([
      asked,
      [{ key_id: us.key.api_key_id, requests: asked, minutes_at_limit: 0 }],
    ]);
    const { total } = await us.json('GET', `/reports/time-to-active?${range}`);
    expect([total.domains, total.p50_seconds >= 600]).toEqual([1, true]);
    const changes = await us.text('GET', `/reports/changes?${range}&format=csv`);
    expect(changes).toBe(`day,action,changes\r\n${TODAY},api_key.created,1\r\n`);
  });

  it('count an event that was logged a day late on its own day, with what it has ended', async () => {
    await happened('domain.dns_changed', `${YESTERDAY}T12:00:00.000Z`, 'cname_not_found', 'customer');
    await happened('domain.dns_restored', `${YESTERDAY}T14:30:00.000Z`);
    await happened('certificate.failed', `${YESTERDAY}T16:00:00.000Z`, 'caa_forbids_issuance', 'customer');
    const late = ['domain.dns_changed', 'domain.dns_restored', 'certificate.failed'];
    await expect.poll(logged, IN_TIME).toEqual(expect.arrayContaining(late));
    await reportNight(us.organizationId);
    const { data, days } = await us.json('GET', `/reports/failures?from=${YESTERDAY}&to=${TODAY}`);
    const causes = data.map(({ code, failed, fixed, mean_hours_until_fixed: hours }: Any) => [code, failed, fixed, hours]);
    expect(new Set(causes.map(String))).toEqual(new Set(['cname_not_found,1,1,2.5', 'caa_forbids_issuance,1,0,']));
    expect(days.map(({ day, failed }: Any) => [day, failed])).toEqual([
      [YESTERDAY, 2],
      [TODAY, 0],
    ]);
  });

  it('are the same rows after a night that was killed at each of its writes, and after two at once', async () => {
    await reportNight(us.organizationId);
    const rows = await reportRows(us.organizationId);
    expect(rows).toHaveLength(4);
    await forgetReports(us.organizationId);
    for (const killedAtWrite of [1, 2, 2, 1])
      await expect(reportNight(us.organizationId, { killedAtWrite })).rejects.toThrow('killed');
    await reportNight(us.organizationId);
    expect(withoutUse(await reportRows(us.organizationId))).toEqual(withoutUse(rows));
    await forgetReports(us.organizationId);
    await Promise.all([reportNight(us.organizationId), reportNight(us.organizationId)]);
    expect(withoutUse(await reportRows(us.organizationId))).toEqual(withoutUse(rows));
  });
});

/** Drops the use of keys, which a day's first computation still counts while calls go on. */
function withoutUse(rows: Record<string, unknown>[]) {
  return rows.map(({ keys: _, hours: __, ...row }) => row);
}

describe('the audit as a file', () => {
  it('has no formula, and of a list that is longer goes on where it ended: each entry once', async () => {
    const us = await newCaller();
    const urls = ['one', 'two', 'three'].map(newHostname);
    for (const url of urls) await us.json('POST', '/domains', { url, server_id: 1 }, { 'user-agent': '=HYPERLINK("x")' });
    const csv = await us.text('GET', '/audit?format=csv&object_type=domain');
    expect(csv.match(/,"'=HYPERLINK\(""x""\)",/g)).toHaveLength(3);
    const read: Any[] = [];
    for (let page = 0, cursor = ''; page === 0 || cursor !== ''; page += 1) {
      const text = await us.text('GET', `/audit?limit=2&object_type=domain${cursor && `&cursor=${cursor}`}`, undefined, {
        accept: 'application/jsonl',
      });
      const lines = text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
      cursor = lines.pop().next_cursor ?? '';
      read.push(...lines);
    }
    expect(read.map(({ action, after }) => [action, after.url])).toEqual(urls.toReversed().map((url) => ['domain.created', url]));
  });
});
