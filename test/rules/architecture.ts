import type { IForbiddenRuleType } from 'dependency-cruiser';

/**
 * The rules of what a file may use, by its folder and suffix, all in this file: imports in the format of dependency-cruiser (`$1`
 * is the first group of `from.path`), the rest by name. `comment` names the remedy.
 */
export type ImportRule = IForbiddenRuleType & { name: string; comment: string };

export interface NameRule {
  name: string;
  comment: string;
  from: { path: string; pathNot?: string };
  /** `process` with all its properties, `Date.now`, and with `()` at the end: called or constructed without arguments. */
  globals: string[];
  /** Module to a pattern of forbidden imports; `default` and `*` are names, too. */
  imports: Record<string, string>;
}

/** A file without a known suffix counts as pure, so that an invented suffix is no loophole. */
const PURE = '^(lambdas|contract|copy)/(?!.+[.](schema|store|gateway|wiring|lambda)[.]ts$).+[.]ts$';
const SCHEMA = '^(lambdas|contract)/.+[.]schema[.]ts$';
const STORE = '^lambdas/.+[.]store[.]ts$';
const GATEWAY = '^lambdas/.+[.]gateway[.]ts$';
const ENTRY_POINT = '^lambdas/.+[.]lambda[.]ts$';
const SHARED_TABLE = '^lambdas/shared/table/';
/** Opens table, clock and log together for entry points. */
const RUNTIME = '^lambdas/shared/runtime/runtime[.]gateway[.]ts$';
/** Logs to the console, everywhere. */
const LOG = '^lambdas/shared/runtime/log[.]gateway[.]ts$';
/** Parses the item of a stream record, and opens nothing. */
const STREAM_ITEM = '^lambdas/shared/table/stream-item[.]store[.]ts$';
/** The authorizer has only a secret, without settings or table; the scan's starter has only a queue. */
const NOT_WIRED = '^lambdas/(cloudfront-authorizer/|renewal-scan/start-scan[.]lambda[.]ts$)';

/**
 * The layers of lambdas/, from the top: a folder may import its own layer and those below. Each folder of lambdas/ is in exactly
 * one; the top layer is where callers, executions, queues and schedules enter.
 */
export const STOREYS = {
  doors: [
    'cloudfront-authorizer',
    'portal',
    'sign-in',
    'api',
    'agent-api',
    'steps',
    'jobs',
    'relay',
    'audit-chain',
    'webhook-sender',
    'renewal-scan',
    'route53-publisher',
    'aws-servers',
  ],
  wiring: ['wiring'],
  pages: ['pages'],
  decisions: ['ca-limits', 'lifecycle', 'checks', 'dns', 'acme', 'test-mode'],
  rows: ['model'],
  ground: ['shared'],
} as const satisfies Record<string, readonly string[]>;
const DOORS = STOREYS.doors.join('|');
/** Folders that implement a protocol, whose gateways all entry points may use. */
const PROTOCOLS = 'dns|acme';
/** The folders of model/, each of which may import those before it. */
const MODEL = ['accounts', 'domains', 'aws-servers', 'servers', 'events', 'webhooks', 'reports'];

/** Replaces the SDK's own credential provider in every bundle; reads the same variables. */
const SDK_CREDENTIALS = '^lib/functions/lambda-credentials[.]ts$';

/** Modules of Node that only compute; `net` and `crypto` are restricted to some names below. */
const COMPUTING_MODULES = '^(node:)?(assert|buffer|crypto|net|path|punycode|querystring|string_decoder|url|util|zlib)$';
/** Packages with I/O or randomness; `@smithy/core/retry` only classifies errors. */
const CLIENTS = '(^|node_modules/)(@aws-sdk|@smithy(?!/core/(retry|.*/retry/))|acme-client|nanoid|undici|uuid)(/|$)';
const DYNAMODB_CLIENTS = '(^|node_modules/)@aws-sdk/(client-dynamodb|client-dynamodb-streams|lib-dynamodb|util-dynamodb)(/|$)';
const ZOD = '(^|node_modules/)zod(/|$)';
const ZOD_MINI = '(^|node_modules/)zod/mini(/|$)';

export const IMPORT_RULES: ImportRule[] = [
  {
    name: 'pure-does-no-io',
    comment:
      'A file without a suffix is pure: move what uses this module of Node into a .gateway.ts and take its result as an argument.',
    from: { path: PURE },
    to: { dependencyTypes: ['core'], dependencyTypesNot: ['type-only'], pathNot: COMPUTING_MODULES },
  },
  {
    name: 'pure-uses-no-client',
    comment: 'A file without a suffix is pure: call this package in a .gateway.ts and take its result as an argument.',
    from: { path: PURE },
    to: { path: CLIENTS, dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'pure-gets-effects-as-arguments',
    comment: 'A pure file knows stores and gateways by type only: `import type`, and let the entry point pass the real one in.',
    from: { path: PURE },
    to: { path: `${STORE}|${GATEWAY}`, dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'schema-describes-only',
    comment: 'A .schema.ts goes over the wire and into browsers: only zod/mini, other schemas and pure files.',
    from: { path: SCHEMA },
    to: { pathNot: `${ZOD}|${SCHEMA}|${PURE}` },
  },
  {
    name: 'store-touches-only-the-table',
    comment: 'A .store.ts speaks to DynamoDB through shared/table and to nothing else: take other results as arguments.',
    from: { path: STORE, pathNot: SHARED_TABLE },
    to: { path: `${CLIENTS}|${GATEWAY}`, pathNot: DYNAMODB_CLIENTS, dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'store-does-no-io',
    comment: 'A .store.ts speaks to DynamoDB through shared/table and to nothing else: move this into a .gateway.ts.',
    from: { path: STORE },
    to: { dependencyTypes: ['core'], dependencyTypesNot: ['type-only'], pathNot: COMPUTING_MODULES },
  },
  {
    name: 'dynamodb-only-in-shared-table',
    comment: 'Only lambdas/shared/table/*.store.ts knows the DynamoDB client, its types too: use the Table that it exports.',
    from: { pathNot: '^lambdas/shared/table/[^/]+[.]store[.]ts$|^test/' },
    to: { path: DYNAMODB_CLIENTS },
  },
  {
    name: 'gateway-leaves-the-table-alone',
    comment: 'A .gateway.ts is one outside system, and the table is another: let the caller read and write, and pass values.',
    from: { path: GATEWAY, pathNot: RUNTIME },
    to: { path: `${SHARED_TABLE}|${STORE}`, dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'gateway-stays-in-its-folder',
    comment:
      'A gateway runs with the rights of its own Lambdas: move it to shared/, or to the folder of its protocol, if another folder needs it too.',
    from: { path: '^lambdas/([^/]+)/' },
    to: { path: GATEWAY, pathNot: `^lambdas/($1|shared|${PROTOCOLS})/` },
  },
  {
    name: 'entry-point-is-imported-by-tests-only',
    comment: 'A .lambda.ts opens clients when imported: move what is wanted into a file of another suffix.',
    from: { pathNot: '^test/' },
    to: { path: ENTRY_POINT },
  },
  {
    name: 'lib-knows-only-contract-and-copy',
    comment:
      'What exists in AWS and what runs in it meet in contract/ (or, for a sentence, in copy/): move the name or number there.',
    from: { path: '^lib/' },
    to: { path: '^(lambdas|agent|bin|local|test|web)/' },
  },
  {
    name: 'door-knows-no-other-door',
    comment: 'Two doors meet in a page, a decision or a row: move what both need to pages/, lifecycle/, dns/, acme/ or model/.',
    from: { path: `^lambdas/(${DOORS})/` },
    to: { path: `^lambdas/(${DOORS})/`, pathNot: '^lambdas/$1/' },
  },
  {
    name: 'api-path-knows-only-the-pipeline',
    comment:
      'A folder of api/ is for one path: what another path needs too is a row (model/), what every call needs goes to pipeline/. Only an entry point may know several.',
    from: { path: '^lambdas/api/([^/]+)/', pathNot: `^lambdas/api/reference/|${ENTRY_POINT}` },
    to: { path: '^lambdas/api/', pathNot: '^lambdas/api/($1|pipeline)/' },
  },
  {
    name: 'lifecycle-is-pure',
    comment:
      'A transition takes values and returns values: what reads, writes or asks lies with steps/, jobs/, checks/ or ca-limits/, and so do the types of its ports.',
    from: { path: '^lambdas/lifecycle/' },
    to: { path: `${STORE}|${GATEWAY}` },
  },
  {
    name: 'door-is-given-what-it-opens',
    comment:
      'lambdas/wiring/ opens every store and gateway, so that the simulation and tests have the same: add a port there. Only the gateways of its own folder an entry point adds as edges.',
    from: { path: `^lambdas/(${DOORS})/`, pathNot: `${STORE}|${GATEWAY}|${NOT_WIRED}` },
    to: {
      path: `${STORE}|${GATEWAY}`,
      pathNot: `^lambdas/$1/.+[.]gateway[.]ts$|${LOG}|${STREAM_ITEM}`,
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'simulation-plays-what-is-wired',
    comment:
      'The simulation plays the functions over the doubles of edges.ts: open what lambdas/wiring/ opens, and nothing beside it.',
    from: { path: '^test/simulation/functions' },
    to: { path: `${STORE}|${GATEWAY}`, dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'step-knows-no-other-step',
    comment:
      'Steps follow each other through the row: what every step does lies beside their folders, what two of them need in lifecycle/, dns/ or model/. Only test-mode/ plays them all, in test mode.',
    from: { path: '^lambdas/steps/([^/]+)/', pathNot: '^lambdas/steps/test-mode/' },
    to: { path: '^lambdas/steps/', pathNot: '^lambdas/steps/($1/|[^/]+$)' },
  },
  ...Object.entries(STOREYS)
    .slice(1)
    .map(([storey, folders], position) => ({
      name: `${storey}-know-nothing-above`,
      comment: `Imports go down only, through ${Object.keys(STOREYS).join(', ')}: pass in what is known above, or move what both need down.`,
      from: { path: `^lambdas/(${folders.join('|')})/` },
      to: {
        path: `^lambdas/(${Object.values(STOREYS)
          .slice(0, position + 1)
          .flat()
          .join('|')})/`,
      },
    })),
  ...MODEL.slice(0, -1).map((rows, position) => ({
    name: `model-${rows}-know-their-left`,
    comment: `The rows of model/ stand in the order ${MODEL.join(', ')}: each may know those before it.`,
    from: { path: `^lambdas/model/${rows}/` },
    to: { path: '^lambdas/model/', pathNot: `^lambdas/model/(${MODEL.slice(0, position + 1).join('|')})/` },
  })),
  {
    name: 'contract-knows-nothing-above',
    comment: 'contract/ goes into agents, browsers and the CDK: only packages, and other files of contract/.',
    from: { path: '^contract/' },
    to: { path: '^(lambdas|copy|lib|bin|local|agent|test|web)/' },
  },
  {
    name: 'copy-knows-only-the-contract',
    comment: 'copy/ is words, by the codes and the view of contract/: pass in what is known above.',
    from: { path: '^copy/' },
    to: { path: '^(lambdas|lib|bin|local|agent|test|web)/' },
  },
  {
    name: 'clients-know-only-contract-and-schemas',
    comment:
      'agent/, client/ and web/ run on the machines of others: they share contract/, copy/ and *.schema.ts, and speak HTTP.',
    from: { path: '^(agent|client|web)/' },
    to: { path: '^(lambdas|lib|bin|local|test|agent|web)/', pathNot: `^$1/|${SCHEMA}` },
  },
  {
    name: 'examples-know-only-packages',
    comment: 'An example is copied away: it imports certificate-provisioning-widget by its name, as whoever copies it does.',
    from: { path: '^web/examples/' },
    to: { path: '^(agent|bin|contract|copy|lambdas|lib|local|test|web)/', pathNot: '^web/widget/dist/' },
  },
  {
    name: 'web-shows-text-only',
    comment: 'Evidence and names are written by strangers: give them to a template as text, which cannot run.',
    from: { path: '^web/' },
    to: { path: 'lit(-html)?/.*unsafe' },
  },
  {
    name: 'lambdas-stand-alone',
    comment: 'What runs in AWS is bundled from lambdas/, contract/ and copy/ alone: move what both need to contract/.',
    from: { path: '^lambdas/' },
    to: { path: '^(lib|bin|local|agent|test|web)/' },
  },
  {
    name: 'bin-leaves-capabilities-their-gateways',
    comment:
      'bin/ and bin/admin/ call stores and pure functions; a gateway of a capability runs with the rights of its own Lambda.',
    from: { path: '^bin/' },
    to: { path: `^(agent|web)/|${GATEWAY}`, pathNot: `^lambdas/(shared|${PROTOCOLS})/` },
  },
  {
    name: 'tests-are-imported-by-tests-only',
    comment: 'Move what both need out of test/.',
    from: { pathNot: '^test/' },
    to: { path: '^test/' },
  },
  {
    name: 'no-cycle',
    comment: 'Two files that need each other are one file, or need a third that both import.',
    from: {},
    to: { circular: true },
  },
  {
    name: 'zod-is-zod-mini',
    comment: "`import * as z from 'zod/mini'`: the whole of zod is a large part of what an API bundle may weigh.",
    from: {},
    to: { path: ZOD, pathNot: ZOD_MINI },
  },
];

const DICE = '^(random|generate|getRandomValues|createDiffieHellman|createECDH|webcrypto)|^(default|[*])$';
/** The rest of `ulid` is random and reads the clock. */
const NOT_A_DECODER = '^(?!(decodeTime|encodeTime|isValid)$)';
const NOT_AN_ADDRESS_PARSER = '^(?!(isIP(v[46])?|BlockList)$)';

export const NAME_RULES: NameRule[] = [
  {
    name: 'pure-reads-nothing-outside',
    comment:
      'Take the instant, the random value, the setting or the answer as an argument; clocks and dice are gateways of shared/.',
    from: { path: `${PURE}|${SCHEMA}|${STORE}` },
    globals: [
      ...['Date()', 'Date.now', 'performance', 'AbortSignal.timeout', 'setTimeout', 'setInterval', 'setImmediate'],
      ...['Math.random', 'crypto.randomUUID', 'crypto.getRandomValues', 'crypto.subtle.generateKey'],
      ...['fetch', 'WebSocket', 'EventSource', 'BroadcastChannel'],
      ...['process', 'console', 'globalThis'],
    ],
    imports: { 'node:crypto': DICE, 'node:net': NOT_AN_ADDRESS_PARSER, ulid: NOT_A_DECODER },
  },
  {
    name: 'environment-is-read-at-entry-points',
    comment: 'Read the variable in the .lambda.ts (or in bin/, local/, agent/) and pass its value on.',
    from: { path: '^(lambdas|lib|contract|copy)/', pathNot: `${ENTRY_POINT}|${SDK_CREDENTIALS}` },
    globals: ['process.env'],
    imports: { 'node:process': '.' },
  },
];
