import { PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { expect, it, vi } from 'vitest';
import { LIST_INDEXES, TABLE_SHAPE } from '../../../contract/stack/table-shape.ts';
import { recursiveReader } from '../../../lambdas/dns/walk/dns-reader.ts';
import { domainItem } from '../../../lambdas/model/domains/domain-item.ts';
import type { Domain } from '../../../lambdas/model/domains/domain-row.schema.ts';
import { shardScanner } from '../../../lambdas/renewal-scan/scan.ts';
import { DUE_SHARDS, keys } from '../../../lambdas/shared/table/keys.ts';
import { aDomain, HOUR, iso, issued, later } from '../a-domain.ts';
import { server } from '../agent-api/an-agent.ts';
import { dynamo } from '../api/api-caller.ts';
import { holdItems, requestsTo } from '../held-items.ts';
import { resolverKnowing } from '../shared/net/answers.ts';
import { scanPorts } from './scan-ports.ts';

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

/** A CA whose renewal window never changes, and is already stored. */
const window = { start: iso(50 * DAY), end: iso(52 * DAY) };
const remembered = rows.map(({ id }) => ({
  ...keys.watch(id),
  domainId: id,
  fingerprintSha256: certificate.fingerprintSha256,
  ariId: certificate.ariId,
  window,
}));

/** The hostnames point to our server, which serves their certificates. */
const net = {
  tlsPeers: async () => expect.fail('looked at each address'),
  tlsPeer: async () => ({
    ...{ kind: 'certificate' as const, subject: 'CN=shop', issuer: 'CN=CA', address: '192.0.2.7' },
    ...{ notAfter: certificate.notAfter, fingerprintSha256: certificate.fingerprintSha256 },
  }),
  addresses: async () => expect.fail('nothing is compared far ahead of a renewal'),
  walk: async () => expect.fail('nothing is asked over HTTP far ahead of a renewal'),
};
const known = resolverKnowing({ [`CNAME ${fine.url}`]: [fine.cname.target] });
const outside = {
  openNet: () => net,
  openDnsReader: () => recursiveReader(known),
  caaIdentitiesOf: () => () => expect.fail('CAA is not looked at far ahead of a renewal'),
};

it('a domain that is fine costs four reads, one write without indexes and two requests to the CA a day', async () => {
  const ask = vi.fn(async () => ({ url: 'https://ca.test/ari/aki.serial', window, retryAfterSeconds: 21_600 }));
  const runAt = async (at: Date) => {
    const scan = shardScanner(scanPorts({ ...outside, clock: () => at }, { askIssuingCa: ask }));
    return (await scan({ shard: SHARD }, later(365 * DAY))).visited;
  };
  // The server counts as connected until the end of the two days.
  const asking = { ...server, lastSeenAt: iso(2 * DAY) };
  const item = { ...keys.server(server.organizationId, server.id), ...asking };
  holdItems(dynamo, [...rows.map((row) => domainItem(row)), ...remembered, item]);
  const runs = 48;
  for (let run = -runs; run <= 0; run += 1) await runAt(later((run * DAY) / runs));
  dynamo.resetHistory();
  ask.mockClear();
  for (let run = 1; run <= runs; run += 1) expect((await runAt(later((run * DAY) / runs))).failures).toEqual([]);

  const sent = requestsTo(dynamo);
  const count = (request: string) => sent.filter((name) => name === request).length;
  // The runs' own requests: one GetItem each, and a PutItem of the cursor after each page.
  const ofRuns = { reads: runs, moves: dynamo.commandCalls(PutCommand, { Item: { sk: 'WATCH' } }).length };
  expect(count('GetItem') - ofRuns.reads).toBe(2 * DOMAINS); // each domain's row and server
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
