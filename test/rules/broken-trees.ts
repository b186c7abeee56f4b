/** File to text. */
export type Tree = Record<string, string>;

function lines(count: number): string {
  return `${'//\n'.repeat(count - 1)}export const part = 1;\n`;
}

/** A portal that imports a page with this many lines, and a wiring that opens another one. */
function portalOf(count: number): Tree {
  return {
    'lambdas/portal/serve-portal.lambda.ts': [
      "import { part as page } from './page.ts';",
      "import { opened } from '../wiring/ports.wiring.ts';",
      'export const handler = [page, opened];',
    ].join('\n'),
    'lambdas/portal/page.ts': lines(count),
    'lambdas/wiring/ports.wiring.ts': "import { part } from '../model/portals/portal.ts'; export const opened = part;",
    'lambdas/model/portals/portal.ts': lines(count),
  };
}

/** For each rule, trees that break it in their first file, and no other rule. */
export const BROKEN: Record<string, Tree[]> = {
  'wiring-know-nothing-above': [
    {
      'lambdas/wiring/ports.wiring.ts': "import { part } from '../api/domains/part.ts'; export const port = part;",
      'lambdas/api/domains/part.ts': 'export const part = 1;',
    },
  ],
  'no-long-journey': [portalOf(11_501), { 'lambdas/renewal-scan/scan-shard.lambda.ts': 'export const handler = 1;' }],
  'no-word-that-was-replaced': [
    {
      'lambdas/dns/claim.ts': "import type { State } from './state.ts'; export const standingOf = (state: State) => state;",
      'lambdas/dns/state.ts': 'export type State = 1;',
    },
    { 'lambdas/dns/call.ts': 'export class Call { #thrower = 1; read() { return this.#thrower; } }' },
    { 'agent/call.ts': 'export class Once {}' },
    { 'lambdas/dns/call.ts': 'export const quietLooks = 1;' },
    { 'lambdas/dns/call.ts': 'export interface DnsLookResource {}' },
    { 'lambdas/dns/call.ts': 'export const call = { nextLookAt: 1 };' },
    { 'lambdas/dns/call.ts': 'const MAX_LOOKS = 1; export const call = { lookAtIt: 1, isLookedUp: 1, most: MAX_LOOKS };' },
  ],
  'no-long-comment-line': [
    { 'lambdas/dns/answer.ts': `/** ${'word '.repeat(25)}*/\nexport const answer = 1;` },
    { 'lib/label.ts': `export const label = 1; // ${'word '.repeat(21)}` },
    { 'test/label.ts': `export const labels = [\n  1,\n  // ${'word '.repeat(26)}\n];` },
  ],
  'no-bare-participle': [
    { 'lambdas/dns/answer.ts': 'export function failed(domain: object) { return domain; }' },
    { 'lib/label.ts': "export const begun = () => ({ phase: 'begun' });" },
    { 'web/widget/wait.ts': 'export const wait = () => { const waiting = function () {}; return waiting; };' },
  ],
  'pure-does-no-io': [
    { 'lambdas/dns/answer.ts': "import { createSocket } from 'node:dgram';" },
    { 'lambdas/dns/answer.ts': "export { readFile } from 'node:fs/promises';" },
    { 'lambdas/dns/answer.client.ts': "import 'node:https';" },
  ],
  'pure-uses-no-client': [
    { 'lambdas/steps/issuance/seal.ts': "import { KMSClient } from '@aws-sdk/client-kms';" },
    { 'lambdas/steps/issuance/ask.ts': "const { fetch } = await import('undici');" },
  ],
  'pure-gets-effects-as-arguments': [
    {
      'lambdas/dns/check.ts': "import { reader } from './reader.gateway.ts';",
      'lambdas/dns/reader.gateway.ts': 'export const reader = 1;',
    },
    { 'lambdas/dns/check.ts': "import { rows } from './rows.store.ts';", 'lambdas/dns/rows.store.ts': 'export const rows = 1;' },
  ],
  'schema-describes-only': [
    { 'lambdas/dns/row.schema.ts': "import { getDomain } from 'tldts';" },
    { 'lambdas/dns/row.schema.ts': "import { isIP } from 'node:net';" },
    {
      'lambdas/dns/row.schema.ts': "import type { Rows } from './rows.store.ts';",
      'lambdas/dns/rows.store.ts': 'export type Rows = 1;',
    },
  ],
  'store-touches-only-the-table': [
    { 'lambdas/dns/rows.store.ts': "import { KMSClient } from '@aws-sdk/client-kms';" },
    {
      'lambdas/dns/rows.store.ts': "import { reader } from './reader.gateway.ts';",
      'lambdas/dns/reader.gateway.ts': 'export const reader = 1;',
    },
  ],
  'store-does-no-io': [{ 'lambdas/dns/rows.store.ts': "import { readFileSync } from 'node:fs';" }],
  'dynamodb-only-in-shared-table': [
    { 'lambdas/dns/rows.store.ts': "import { DynamoDBClient } from '@aws-sdk/client-dynamodb';" },
    { 'lambdas/dns/reader.gateway.ts': "import type { AttributeValue } from '@aws-sdk/client-dynamodb';" },
    { 'lambdas/dns/reader.lambda.ts': "import { unmarshall } from '@aws-sdk/util-dynamodb';" },
    { 'bin/admin.ts': "import { DynamoDBDocument } from '@aws-sdk/lib-dynamodb';" },
  ],
  'gateway-leaves-the-table-alone': [
    {
      'lambdas/dns/reader.gateway.ts': "import { rows } from './rows.store.ts';",
      'lambdas/dns/rows.store.ts': 'export const rows = 1;',
    },
    {
      'lambdas/dns/reader.gateway.ts': "import { keys } from '../shared/table/keys.ts';",
      'lambdas/shared/table/keys.ts': 'export const keys = 1;',
    },
  ],
  'gateway-stays-in-its-folder': [
    {
      'lambdas/agent-api/ask.gateway.ts': "import { reader } from '../checks/reader.gateway.ts';",
      'lambdas/checks/reader.gateway.ts': 'export const reader = 1;',
    },
    {
      'lambdas/agent-api/ask.ts': "import type { Reader } from '../checks/reader.gateway.ts';",
      'lambdas/checks/reader.gateway.ts': 'export type Reader = 1;',
    },
  ],
  'door-knows-no-other-door': [
    { 'lambdas/agent-api/answer.ts': "import { row } from '../steps/row.ts';", 'lambdas/steps/row.ts': 'export const row = 1;' },
    {
      'lambdas/relay/queue.ts': "import type { Row } from '../webhook-sender/row.ts';",
      'lambdas/webhook-sender/row.ts': 'export type Row = 1;',
    },
  ],
  'api-path-knows-only-the-pipeline': [
    { 'lambdas/api/domains/a.ts': "import { b } from '../servers/b.ts';", 'lambdas/api/servers/b.ts': 'export const b = 1;' },
    { 'lambdas/api/events/a.ts': "import { b } from '../reference/b.ts';", 'lambdas/api/reference/b.ts': 'export const b = 1;' },
    { 'lambdas/api/pipeline/a.ts': "import { b } from '../servers/b.ts';", 'lambdas/api/servers/b.ts': 'export const b = 1;' },
  ],
  'lifecycle-is-pure': [
    {
      'lambdas/lifecycle/rows.store.ts': "import { get } from '../shared/table/table.store.ts'; export const rows = get;",
      'lambdas/shared/table/table.store.ts': 'export const get = 1;',
    },
    {
      'lambdas/lifecycle/sweep.lambda.ts':
        "import { table } from '../shared/runtime/runtime.gateway.ts'; export const handler = table;",
      'lambdas/shared/runtime/runtime.gateway.ts': 'export const table = 1;',
    },
    {
      'lambdas/lifecycle/restart.ts': "import type { Ask } from './ask.gateway.ts'; export type Ports = Ask;",
      'lambdas/lifecycle/ask.gateway.ts': 'export type Ask = 1;',
    },
  ],
  'door-is-given-what-it-opens': [
    {
      'lambdas/relay/a.lambda.ts': "import { b } from '../model/b.store.ts';",
      'lambdas/model/b.store.ts': 'export const b = 1;',
    },
    {
      'lambdas/jobs/a.lambda.ts': "import { b } from '../shared/b.gateway.ts';",
      'lambdas/shared/b.gateway.ts': 'export const b = 1;',
    },
    {
      'lambdas/webhook-sender/a.lambda.ts': "import { b } from './b.store.ts';",
      'lambdas/webhook-sender/b.store.ts': 'export const b = 1;',
    },
  ],
  'simulation-plays-what-is-wired': [
    {
      'test/simulation/functions/a-functions.ts': "import { b } from '../../../lambdas/model/b.store.ts';",
      'lambdas/model/b.store.ts': 'export const b = 1;',
    },
  ],
  'step-knows-no-other-step': [
    { 'lambdas/steps/dns/a.ts': "import { b } from '../issuance/b.ts';", 'lambdas/steps/issuance/b.ts': 'export const b = 1;' },
  ],
  'pages-know-nothing-above': [
    { 'lambdas/pages/a.ts': "import { b } from '../portal/b.ts';", 'lambdas/portal/b.ts': 'export const b = 1;' },
  ],
  'decisions-know-nothing-above': [
    { 'lambdas/lifecycle/a.ts': "import { b } from '../relay/b.ts';", 'lambdas/relay/b.ts': 'export const b = 1;' },
    { 'lambdas/dns/a.ts': "import type { B } from '../renewal-scan/b.ts';", 'lambdas/renewal-scan/b.ts': 'export type B = 1;' },
    { 'lambdas/acme/a.ts': "import { b } from '../pages/b.ts';", 'lambdas/pages/b.ts': 'export const b = 1;' },
  ],
  'rows-know-nothing-above': [
    { 'lambdas/model/domains/a.ts': "import { b } from '../../dns/b.ts';", 'lambdas/dns/b.ts': 'export const b = 1;' },
    {
      'lambdas/model/events/a.ts': "import { b } from '../../webhook-sender/b.ts';",
      'lambdas/webhook-sender/b.ts': 'export const b = 1;',
    },
  ],
  'ground-know-nothing-above': [
    { 'lambdas/shared/http/ok.ts': "import type { Row } from '../../dns/row.ts';", 'lambdas/dns/row.ts': 'export type Row = 1;' },
  ],
  'folder-stands-in-one-storey': [{ 'lambdas/dashboard/show.ts': 'export const show = 1;' }],
  ...Object.fromEntries(
    [
      ['accounts', 'domains'],
      ['domains', 'aws-servers'],
      ['aws-servers', 'servers'],
      ['servers', 'events'],
      ['events', 'webhooks'],
      ['webhooks', 'reports'],
    ].map(([left, right]) => [
      `model-${left}-know-their-left`,
      [
        {
          [`lambdas/model/${left}/a.ts`]: `import { b } from '../${right}/b.ts';`,
          [`lambdas/model/${right}/b.ts`]: 'export const b = 1;',
        },
      ],
    ]),
  ),
  'no-circle-between-folders': [
    {
      'local/a.ts': "import { d } from '../bin/d.ts'; export const a = d;",
      'bin/c.ts': "import { b } from '../local/b.ts'; export const c = b;",
      'local/b.ts': 'export const b = 1;',
      'bin/d.ts': 'export const d = 1;',
    },
    {
      'local/one/a.ts': "import { d } from '../two/d.ts'; export const a = d;",
      'local/two/c.ts': "import { b } from '../one/b.ts'; export const c = b;",
      'local/one/b.ts': 'export const b = 1;',
      'local/two/d.ts': 'export const d = 1;',
    },
    {
      'local/deep/one/a.ts': "import { d } from '../../other/two/d.ts'; export const a = d;",
      'local/other/three/c.ts': "import { b } from '../../deep/four/b.ts'; export const c = b;",
      'local/deep/four/b.ts': 'export const b = 1;',
      'local/other/two/d.ts': 'export const d = 1;',
    },
    {
      'local/a.ts': "import { d } from './one/d.ts'; export const a = d;",
      'local/one/c.ts': "import { b } from '../b.ts'; export const c = b;",
      'local/b.ts': 'export const b = 1;',
      'local/one/d.ts': 'export const d = 1;',
    },
  ],
  'entry-point-is-imported-by-tests-only': [
    {
      'lambdas/dns/reader.lambda.ts': "import { handler } from './check.lambda.ts';",
      'lambdas/dns/check.lambda.ts': 'export const handler = 1;',
    },
    { 'local/start.ts': "import '../lambdas/dns/check.lambda.ts';", 'lambdas/dns/check.lambda.ts': 'export const handler = 1;' },
  ],
  'lib-knows-only-contract-and-copy': [
    { 'lib/dns.ts': "import { wait } from '../lambdas/dns/wait.ts';", 'lambdas/dns/wait.ts': 'export const wait = 1;' },
    {
      'lib/dns.ts': "import type { Row } from '../lambdas/dns/row.schema.ts';",
      'lambdas/dns/row.schema.ts': 'export type Row = 1;',
    },
    { 'lib/dns.ts': "import { ports } from '../local/ports.ts';", 'local/ports.ts': 'export const ports = 1;' },
  ],
  'contract-knows-nothing-above': [
    { 'contract/codes.ts': "import { title } from '../copy/title.ts';", 'copy/title.ts': 'export const title = 1;' },
    { 'contract/codes.ts': "import type { Row } from '../lambdas/dns/row.ts';", 'lambdas/dns/row.ts': 'export type Row = 1;' },
  ],
  'copy-knows-only-the-contract': [
    {
      'copy/title.ts': "import { row } from '../lambdas/dns/row.schema.ts';",
      'lambdas/dns/row.schema.ts': 'export const row = 1;',
    },
  ],
  'clients-know-only-contract-and-schemas': [
    { 'agent/main.ts': "import { wait } from '../lambdas/dns/wait.ts';", 'lambdas/dns/wait.ts': 'export const wait = 1;' },
    { 'web/portal/main.ts': "import { keep } from '../../agent/keep.ts';", 'agent/keep.ts': 'export const keep = 1;' },
    {
      'client/cps/main.ts': "import { wait } from '../../lambdas/dns/wait.ts';",
      'lambdas/dns/wait.ts': 'export const wait = 1;',
    },
    { 'client/cps/main.ts': "import { text } from '../../web/portal/text.ts';", 'web/portal/text.ts': 'export const text = 1;' },
  ],
  'examples-know-only-packages': [
    {
      'web/examples/hono/server.mjs': "import { proxy } from '../../widget/proxy.ts';",
      'web/widget/proxy.ts': 'export const proxy = 1;',
    },
  ],
  'web-shows-text-only': [{ 'web/portal/show.ts': "import { unsafeHTML } from 'lit/directives/unsafe-html.js';" }],
  'lambdas-stand-alone': [
    {
      'lambdas/dns/check.lambda.ts': "import { memory } from '../../lib/memory.ts';",
      'lib/memory.ts': 'export const memory = 1;',
    },
    { 'lambdas/dns/check.ts': "import type { Keep } from '../../agent/keep.ts';", 'agent/keep.ts': 'export type Keep = 1;' },
    {
      'lambdas/portal/show.ts': "import { poll } from '../../web/widget/poll.ts';",
      'web/widget/poll.ts': 'export const poll = 1;',
    },
  ],
  'bin-leaves-capabilities-their-gateways': [
    {
      'bin/admin.ts': "import { reader } from '../lambdas/checks/reader.gateway.ts';",
      'lambdas/checks/reader.gateway.ts': 'export const reader = 1;',
    },
    {
      'bin/admin/connect.ts': "import { reader } from '../../lambdas/checks/reader.gateway.ts';",
      'lambdas/checks/reader.gateway.ts': 'export const reader = 1;',
    },
  ],
  'tests-are-imported-by-tests-only': [
    { 'local/demo.ts': "import { sample } from '../test/sample.ts';", 'test/sample.ts': 'export const sample = 1;' },
  ],
  'no-cycle': [
    {
      'lambdas/dns/a.ts': "import { b } from './b.ts'; export const a = b;",
      'lambdas/dns/b.ts': "import type { a } from './a.ts'; export const b = 1;",
    },
    {
      'web/dashboard/list.tsx': "import { Page } from './page.tsx'; export const List = () => <Page />;",
      'web/dashboard/page.tsx': "import { List } from './list.tsx'; export const Page = List;",
    },
  ],
  'zod-is-zod-mini': [
    { 'lambdas/dns/row.schema.ts': "import { z } from 'zod';" },
    { 'lib/stage.ts': "import * as z from 'zod/v4';" },
  ],
  'pure-reads-nothing-outside': [
    ...[
      ...['new Date()', 'new Date', 'Date.now()', 'Date()', '[1].map(Date.now)', 'performance.now()', 'AbortSignal.timeout(5)'],
      ...['Math.random()', 'crypto.randomUUID()', 'crypto.getRandomValues(bytes)', 'setTimeout(go, 5)', "fetch('http://a')"],
      ...['process.pid', 'process.exit(1)', 'console.log(1)', 'globalThis.fetch', '({ fetch })'],
      ...['(() => { const { random } = Math; return random; })()', '(({ clock = Date.now }) => clock)({})'],
    ].map((use) => ({ 'lambdas/dns/check.ts': `export const used = ${use};\nconst [bytes, go] = [];` })),
    { 'lambdas/dns/check.ts': "import { ulid } from 'ulid';" },
    { 'lambdas/dns/check.ts': "import { randomUUID } from 'node:crypto';" },
    { 'lambdas/dns/check.ts': "import { createHash, generateKeyPairSync as keys } from 'node:crypto';" },
    { 'lambdas/dns/check.ts': "import crypto from 'node:crypto';" },
    { 'lambdas/dns/check.ts': "import * as crypto from 'node:crypto';" },
    { 'lambdas/dns/check.ts': "import { connect } from 'node:net';" },
    { 'lambdas/dns/row.schema.ts': 'export const readAt = Date.now();' },
    { 'lambdas/dns/rows.store.ts': 'export const readAt = new Date();' },
  ],
  'environment-is-read-at-entry-points': [
    { 'lambdas/dns/reader.gateway.ts': 'export const stage = process.env.STAGE;' },
    { 'lambdas/dns/reader.gateway.ts': 'const { env } = process;' },
    { 'lambdas/dns/reader.gateway.ts': "import { env } from 'node:process';" },
    { 'lib/stage.ts': 'export const stage = process.env.STAGE;' },
  ],
  'no-repeated-title': [
    {
      'test/rules/dns.test.ts': "describe('a created domain', () => { it('a created domain has a hostname', () => {}); });",
    },
    {
      'test/rules/dns.test.ts': "describe('The breaker', () => { it.each([1])('breaker opens after %i failures', () => {}); });",
    },
    {
      'test/rules/dns.test.ts':
        "describe('POST /domains', () => { describe.each([422])('%i', () => { it('a post creates no domain', () => {}); }); });",
    },
    {
      'test/rules/dns.test.ts':
        "describe('a repeated delivery', () => { it('deliveries that are repeated keep their id', () => {}); });",
    },
    {
      'test/rules/dns.test.ts': `describe(\`a revoked machine of \${server}\`, () => { it(\`machines that \${who} has revoked get no key\`, () => {}); });`,
    },
  ],
};

/** Allowed code, close to what each rule forbids. */
export const CLEAN: Tree = {
  'lambdas/portal/show.ts': "import { title } from '../../copy/title.ts'; export const show = title;",
  'copy/title.ts': "import { codes } from '../contract/codes.ts'; export const title = codes;",
  'contract/codes.ts': 'export const codes = 1;',
  'web/widget/dist/server.js': 'export class Once {} export function waiting() {}',
  'agent/main.ts': [
    "import { PATH } from '../contract/path.ts';",
    "import { Row } from '../lambdas/dns/row.schema.ts';",
    "import { keep } from './keep.ts';",
    'export const agent = [PATH, Row, keep, process.env.STAGE, Date.now()];',
  ].join('\n'),
  'agent/keep.ts': "import { writeFile } from 'node:fs/promises'; export const keep = writeFile;",
  'lambdas/api/domains/serve-domains.lambda.ts':
    "import { open } from '../pipeline/open-api.gateway.ts'; export const handler = open;",
  'lambdas/api/pipeline/open-api.gateway.ts': "import { rates } from './rate-limit.store.ts'; export const open = rates;",
  'lambdas/model/accounts/requests/rate-limit.store.ts': 'export const rates = 1;',
  'bin/app.ts': "import '../lib/dns.ts'; import '../lambdas/dns/rows.store.ts'; import '../lambdas/shared/clock.gateway.ts';",
  'lib/dns.ts': "import { PATH } from '../contract/path.ts'; import * as z from 'zod/mini'; export const d = [PATH, z];",
  'lambdas/dns/check.ts': [
    "import { createHash, X509Certificate, type KeyObject } from 'node:crypto';",
    "import { BlockList, isIP } from 'node:net';",
    "import { decodeTime } from 'ulid';",
    "import type { KMSClient } from '@aws-sdk/client-kms';",
    "import type { Socket } from 'node:dgram';",
    "import type { reader } from './reader.gateway.ts';",
    "import type { rows } from './rows.store.ts';",
    "import { Row } from './row.schema.ts';",
    "import { ask } from '../model/domains/ask.ts';",
    'interface Ports { fetch: typeof fetch; process: NodeJS.ProcessEnv; crypto: Crypto }',
    'export function check({ fetch, process: environment }: Ports, Date: number, at: string) {',
    '  const { Math: random } = { Math: 1 };',
    "  return [fetch('http://a'), environment.STAGE, Date.valueOf(), random, { setTimeout: 1 }.setTimeout, at];",
    '}',
    'export const instants = [new Date(0), Date.parse("2026"), Date.UTC(2026), Math.max(1, 2), createHash, X509Certificate, isIP, new BlockList(), decodeTime, Row, ask];',
    'export type T = KeyObject | KMSClient | Socket | typeof reader | typeof rows;',
  ].join('\n'),
  'lambdas/dns/reader.gateway.ts': [
    "import { KMSClient } from '@aws-sdk/client-kms';",
    "import { connect } from 'node:net';",
    "import { now } from '../shared/clock.gateway.ts';",
    "import type { Table } from '../shared/table/table.store.ts';",
    'process.stdout.write(String([KMSClient, connect, now, Math.random()]));',
    'export const reader = (table: Table) => table;',
  ].join('\n'),
  'lambdas/dns/reader.lambda.ts':
    "import { reader } from './reader.gateway.ts'; export const handler = reader(process.env.TABLE);",
  'lambdas/dns/row.schema.ts':
    "import * as z from 'zod/mini'; import { PATH } from '../../contract/path.ts'; export const Row = z.literal(PATH);",
  'lambdas/dns/rows.store.ts': [
    "import { get } from '../shared/table/table.store.ts';",
    "import { orders } from '../model/domains/orders.store.ts';",
    "import type { now } from '../shared/clock.gateway.ts';",
    'export const rows = [get, orders] as unknown as typeof now;',
  ].join('\n'),
  'lambdas/model/domains/ask.ts': 'export const ask = 1; export const failed = ask; export const toFailed = () => failed;',
  'lambdas/model/domains/again.ts': 'export const atOnce = 1; export const once = { outstanding: atOnce, retired: "standing" };',
  'lambdas/model/domains/orders.store.ts': 'export const orders = 1;',
  'lambdas/model/domains/page.ts': `// https://example.com/${'word-'.repeat(26)}\nexport const page = '// ${'word '.repeat(26)}';`,
  'lambdas/shared/clock.gateway.ts': 'export const now = () => new Date();',
  'contract/path.ts': 'export const PATH = 1;',
  'lambdas/shared/runtime/runtime.gateway.ts': "import { get } from '../table/table.store.ts'; export const table = get;",
  'lambdas/shared/table/table.store.ts': [
    "import { DynamoDBClient } from '@aws-sdk/client-dynamodb';",
    'export const get = DynamoDBClient;',
    'export type Table = typeof get;',
  ].join('\n'),
  'test/rules/titles.test.ts': [
    "it('a domain is created', () => {});",
    "describe('a created domain', () => {",
    "  it('belongs to the domain of its caller', () => {});",
    "  it.each([1])('is of $created $domain', () => {});",
    '});',
    "describe('a domain', () => { it('domains have names', () => {}); });",
    "describe('what is in it', () => { it('what it is in', () => {}); });",
    "describe('it', () => { list('a created domain', () => it(list, () => {})); });",
  ].join('\n'),
  'test/dns.test.ts':
    "import { handler } from '../lambdas/dns/reader.lambda.ts'; import '@aws-sdk/client-dynamodb'; export const h = handler;",
};

/** A journey with types, and with files that only the wiring opens, which do not count. */
export const CLEAN_JOURNEY: Tree = {
  ...portalOf(11_000),
  'lambdas/portal/page.ts': `import type { T } from './type.ts';\nexport type P = T;\n${lines(11_000)}`,
  'lambdas/portal/type.ts': `export type T = 1;\n${lines(1_000)}`,
};
