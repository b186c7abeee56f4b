import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { BatchGetCommand, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { describe, expect, it } from 'vitest';
import type { Certificate } from '../../../../lambdas/model/servers/certificate.schema.ts';
import { certificateStore } from '../../../../lambdas/model/servers/certificate.store.ts';
import { keys } from '../../../../lambdas/shared/table/keys.ts';
import { LostRace } from '../../../../lambdas/shared/table/lost-race.ts';
import { openTable } from '../../../../lambdas/shared/table/table.store.ts';
import { iso, later, SECOND } from '../../a-domain.ts';
import { certificate } from '../../agent-api/an-agent.ts';
import { holdItems, requestsTo } from '../../held-items.ts';

const dynamo = mockClient(DynamoDBDocumentClient);
const table = openTable(new DynamoDBClient({}), 'table');
const store = certificateStore(table);
const BEGINNING = new Date(0).toISOString();

/** A server with these certificates, none of them announced. */
function aServerWith(...hostnames: string[]) {
  const { items } = holdItems(dynamo, []);
  const install = async (hostname: string, attempt = 1) => {
    const { state: _, handshakes: __, ...toInstall } = certificate;
    await table.transact([store.putWrite({ ...toInstall, hostname, attempt })]);
  };
  const held = async (hostname: string) => (await store.get('org_A', 1, hostname)) as Certificate;
  const announce = async (hostname: string, atMs: number) => store.markChanged(await held(hostname), later(atMs));
  const listed = () => [...items.values()].filter(({ pk }) => pk === 'CHANGES#org_A#1').map(({ hostname }) => hostname);
  const answered = async (after = BEGINNING) =>
    (await store.changes('org_A', 1, after)).certificates.map(({ hostname, changedAt, attempt }) => [
      hostname,
      changedAt,
      attempt,
    ]);
  return { items, install, held, announce, listed, answered, ready: Promise.all(hostnames.map((hostname) => install(hostname))) };
}

describe("a server's list of changes", () => {
  it('has what was announced, oldest first, and nothing that is only stored', async () => {
    const { ready, announce, answered } = aServerWith('a.customer.com', 'b.customer.com', 'c.customer.com');
    await ready;
    await announce('b.customer.com', 0);
    await announce('a.customer.com', SECOND);
    expect(await answered()).toEqual([
      ['b.customer.com', iso(0), 1],
      ['a.customer.com', iso(SECOND), 1],
    ]);
    expect(await answered(iso(1))).toEqual([['a.customer.com', iso(SECOND), 1]]);
  });

  it('has each hostname once, however often its certificate is renewed', async () => {
    const { ready, install, announce, listed, answered } = aServerWith('a.customer.com', 'b.customer.com');
    await ready;
    await announce('a.customer.com', 0);
    await announce('b.customer.com', SECOND);
    for (const attempt of [2, 3, 4]) {
      await install('a.customer.com', attempt);
      expect(await answered()).toEqual([['b.customer.com', iso(SECOND), 1]]);
      await announce('a.customer.com', attempt * SECOND);
      expect(await answered()).toEqual([
        ['b.customer.com', iso(SECOND), 1],
        ['a.customer.com', iso(attempt * SECOND), attempt],
      ]);
      expect(listed()).toHaveLength(2);
    }
  });

  it('has a hostname once whose announcement was killed and repeated, also at the same instant', async () => {
    const { ready, announce, listed, answered } = aServerWith('a.customer.com');
    await ready;
    for (const atMs of [0, 0, SECOND]) await announce('a.customer.com', atMs);
    expect(await answered()).toEqual([['a.customer.com', iso(SECOND), 1]]);
    expect(listed()).toHaveLength(1);
  });

  it('has a certificate once whose hostname came back before the TTL removed its old place', async () => {
    const { items, ready, install, announce, listed, answered } = aServerWith('a.customer.com');
    await ready;
    await announce('a.customer.com', 0);
    const { pk, sk } = keys.certificate('org_A', 1, 'a.customer.com');
    items.delete(`${pk}|${sk}`);
    await install('a.customer.com', 2);
    await announce('a.customer.com', SECOND);
    expect(listed()).toHaveLength(2);
    expect(await answered()).toEqual([['a.customer.com', iso(SECOND), 2]]);
    // DynamoDB refuses a batch with duplicate keys.
    const [{ args } = { args: [] }] = dynamo.commandCalls(BatchGetCommand).slice(-1);
    expect(args[0]?.input.RequestItems?.table?.Keys).toEqual([{ pk, sk }]);
  });

  it('has a hostname once that two announce at the same time: one of them comes too late', async () => {
    const { ready, held, listed, answered } = aServerWith('a.customer.com');
    await ready;
    const seen = await held('a.customer.com');
    await store.markChanged(seen, later(0));
    await expect(store.markChanged(seen, later(SECOND))).rejects.toThrow(LostRace);
    expect(await answered()).toEqual([['a.customer.com', iso(0), 1]]);
    expect(listed()).toHaveLength(1);
  });

  it('loses the entry of a removed certificate when the certificate itself is deleted', async () => {
    const { ready, items, announce, answered } = aServerWith('a.customer.com');
    await ready;
    await announce('a.customer.com', 0);
    const removed = await store.retire({ ...certificate, hostname: 'a.customer.com' }, later(SECOND));
    expect(await answered()).toEqual([]);
    await announce('a.customer.com', SECOND);
    expect(await answered()).toEqual([['a.customer.com', iso(SECOND), 1]]);
    const [itself, place] = [
      keys.certificate('org_A', 1, 'a.customer.com'),
      keys.change('org_A', 1, iso(SECOND), 'a.customer.com'),
    ];
    const expiries = [itself, place].map(({ pk, sk }) => items.get(`${pk}|${sk}`)?.expiresAtSeconds);
    expect(removed?.state).toBe('removed');
    expect(expiries).toEqual([expect.any(Number), expect.any(Number)]);
    expect(expiries[0]).toBe(expiries[1]);
  });

  it('continues behind a page of places whose certificates are gone or elsewhere by now', async () => {
    const hostnames = Array.from({ length: 50 }, (_, i) => `h${10 + i}.customer.com`);
    const { ready, items, announce } = aServerWith(...hostnames, 'last.customer.com');
    await ready;
    for (const hostname of [...hostnames, 'last.customer.com']) await announce(hostname, 0);
    for (const hostname of hostnames) items.delete(`SERVER#org_A#1|CERT#${hostname}`);
    const first = await store.changes('org_A', 1, BEGINNING);
    expect(first).toEqual({ certificates: [], expected: [], next: { changedAt: iso(0), hostname: 'h59.customer.com' } });
    const second = await store.changes('org_A', 1, BEGINNING, first.next);
    expect(second.certificates.map(({ hostname }) => hostname)).toEqual(['last.customer.com']);
  });

  it('takes one request when it is empty', async () => {
    const { ready, answered } = aServerWith();
    await ready;
    expect(await answered()).toEqual([]);
    expect(requestsTo(dynamo)).toEqual(['Query']);
  });
});
