import { PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { expect, it, vi } from 'vitest';
import { LIST_INDEXES, TABLE_SHAPE } from '../../../contract/stack/table-shape.ts';
import { looksAtDomains } from '../../../lambdas/checks/look-at-domain.ts';
import { recursiveReader } from '../../../lambdas/dns/walk/dns-reader.ts';
import { claimStore } from '../../../lambdas/model/domains/claim.store.ts';
import { domainItem } from '../../../lambdas/model/domains/domain-item.ts';
import type { Domain } from '../../../lambdas/model/domains/domain-row.schema.ts';
import { watchStore } from '../../../lambdas/model/domains/watch.store.ts';
import { serverStore } from '../../../lambdas/model/servers/server.store.ts';
import { askAboutRenewal } from '../../../lambdas/scan/ask-about-renewal.ts';
import { dailyCheck } from '../../../lambdas/scan/look-at-suspected.ts';
import { scanShard } from '../../../lambdas/scan/scan-shard.ts';
import { visitDomain } from '../../../lambdas/scan/visit-domain.ts';
import { visitShard } from '../../../lambdas/scan/visit-shard.ts';
import { watchCursorStore } from '../../../lambdas/scan/watch-cursor.store.ts';
import { DUE_SHARDS, keys } from '../../../lambdas/shared/table/keys.ts';
import { aDomain, HOUR, iso, issued, later, timings } from '../a-domain.ts';
import { domains, dynamo, serviceSecret, table } from '../api/api-caller.ts';
import { machine, server } from '../edge/an-agent.ts';
import { holdItems, requestsTo } from '../held-items.ts';
import { settings } from '../settings.ts';
import { resolverKnowing } from '../shared/net/answers.ts';

const DAY = 24 * HOUR;
const DOMAINS = 60;
const SHARD = 5;
const certificate = { ...issued, ariId: 'aki.serial' };
const fine = aDomain('active', { served: { certificate } });
const rows = Array.from({ length: DOMAINS }, (_, index) => ({ ...fine, id: (100 + index) * DUE_SHARDS + SHARD }) as Domain);
const INDEX_ATTRIBUTES: string[] = [...Object.values(LIST_INDEXES), TABLE_SHAPE.byDue, TABLE_SHAPE.byScan].flatMap((index) => [
  index.partitionKey,
  index.sortKey,
]);

/** A CA that says the same of each certificate each time: to be renewed in a window that is remembered already. */
const window = { start: iso(50 * DAY), end: iso(52 * DAY) };
const remembered = rows.map(({ id }) => ({
  ...keys.watch(id),
  domainId: id,
  fingerprintSha256: certificate.fingerprintSha256,
  ariId: certificate.ariId,
  window,
}));

/** Their names lead to our server, which serves their certificates. */
const net = {
  tlsPeers: async () => expect.fail('looked at each address'),
  tlsPeer: async () => ({
    ...{ kind: 'certificate' as const, subject: 'CN=shop', issuer: 'CN=CA', address: '192.0.2.7' },
    ...{ notAfter: certificate.notAfter, fingerprintSha256: certificate.fingerprintSha256 },
  }),
  addresses: async () => expect.fail('nothing is compared far ahead of a renewal'),
  walk: async () => expect.fail('nothing is asked over HTTP far ahead of a renewal'),
};
const lookAt = looksAtDomains({
  ...{ net, settings, servers: serverStore(table), serviceSecret, directory: async () => undefined },
  accountUrl: () => expect.fail('CAA is not looked at far ahead of a renewal'),
  openDnsReader: () => recursiveReader(resolverKnowing({ [`CNAME ${fine.url}`]: [fine.cname.target] })),
  resolve: resolverKnowing({}),
});

it('a domain that is fine costs four reads, one write without indexes and two requests to the CA a day', async () => {
  const watches = watchStore(table);
  const ask = vi.fn(async () => ({ url: 'https://ca.test/ari/aki.serial', window, retryAfterSeconds: 21_600 }));
  const runAt = async (at: Date) => {
    const common = { domains, claims: claimStore(table), clock: () => at, log: vi.fn(), timings, lookAt };
    const asks = askAboutRenewal({ ask, clock: common.clock, jitter: () => 0.5, watchDaySeconds: timings.watchDaySeconds });
    const visit = visitDomain({ ...common, watches, ask: asks, visits: [dailyCheck(common)] });
    await scanShard(SHARD, 9, common, later(365 * DAY));
    return visitShard(SHARD, { ...common, watches, cursors: watchCursorStore(table), visit }, later(365 * DAY));
  };
  // Its machine asks all the time, also at the end of the two days.
  const asking = { ...server, machines: { mch_1: { ...machine, lastSeenAt: iso(2 * DAY) } } };
  const item = { ...keys.server(server.organizationId, server.id), ...asking };
  holdItems(dynamo, [...rows.map((row) => domainItem(row)), ...remembered, item]);
  const runs = 48;
  for (let run = -runs; run <= 0; run += 1) await runAt(later((run * DAY) / runs));
  dynamo.resetHistory();
  ask.mockClear();
  for (let run = 1; run <= runs; run += 1) expect((await runAt(later((run * DAY) / runs))).failures).toEqual([]);

  const sent = requestsTo(dynamo);
  const count = (request: string) => sent.filter((name) => name === request).length;
  // Of a run: the cursor, which is moved after each page, and the due rows.
  const ofRuns = { reads: runs, moves: dynamo.commandCalls(PutCommand, { Item: { sk: 'WATCH' } }).length };
  expect(count('GetItem') - ofRuns.reads).toBe(2 * DOMAINS); // the row, and its server
  const pages = await Promise.all(
    dynamo.commandCalls(QueryCommand).map(({ args, returnValue }) => (args[0].input.IndexName ? [] : returnValue)),
  );
  expect(pages.flatMap((page) => (page as { Items?: unknown[] }).Items ?? [])).toHaveLength(2 * DOMAINS);
  expect(count('PutItem') - ofRuns.moves).toBe(DOMAINS);
  const written = dynamo.commandCalls(PutCommand).map(({ args }) => args[0].input.Item ?? {});
  expect(written.filter(({ servedAt }) => servedAt !== undefined)).toHaveLength(DOMAINS);
  expect(written.flatMap((item) => Object.keys(item).filter((name) => INDEX_ATTRIBUTES.includes(name)))).toEqual([]);
  expect(sent.length).toBe(count('GetItem') + count('Query') + count('PutItem'));
  expect(ofRuns.moves).toBeLessThanOrEqual(3 * runs);
  expect(ask).toHaveBeenCalledTimes(2 * DOMAINS);
});
