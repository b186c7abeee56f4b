import type { IForbiddenRuleType } from 'dependency-cruiser';

/**
 * What a file may touch, by its folder and suffix. This is all there is to change when a rule changes: imports in the format of
 * dependency-cruiser (`$1` is what the first group of `from.path` matched), the rest by name. `comment` says the remedy.
 */
export type ImportRule = IForbiddenRuleType & { name: string; comment: string };

export interface NameRule {
  name: string;
  comment: string;
  from: { path: string; pathNot?: string };
  /** `process` with everything in it, `Date.now`, and with `()` at the end: called or constructed without arguments. */
  globals: string[];
  /** Module to a pattern of what may not be imported from it; `default` and `*` are names too. */
  imports: Record<string, string>;
}

/** A file of lambdas/ without a known suffix is pure, so that an invented suffix is no way out. */
const PURE = '^lambdas/(?!.+[.](schema|store|gateway|lambda)[.]ts$).+[.]ts$';
const SCHEMA = '^lambdas/.+[.]schema[.]ts$';
const STORE = '^lambdas/.+[.]store[.]ts$';
const GATEWAY = '^lambdas/.+[.]gateway[.]ts$';
const ENTRY_POINT = '^lambdas/.+[.]lambda[.]ts$';
const SHARED_TABLE = '^lambdas/shared/table/';
/** Where entry points get their table, clock and log opened together. */
const RUNTIME = '^lambdas/shared/runtime/runtime[.]gateway[.]ts$';
/** The same for the entry points of one door: openApi, openStep, openDeliveries. */
const DOOR_RUNTIME = '^lambdas/(api/pipeline/open-api|steps/open-step|sender/open-deliveries)[.]gateway[.]ts$';

/** By which something comes in: through CloudFront, from owners of hostnames, integrators, agents and CAs, executions, the table's stream, queues and schedules. */
const DOORS = 'front|portal|api|edge|steps|relay|sender|scan';
/** The rows, from what others build on to what builds on others. */
const MODEL = ['accounts', 'domains', 'servers', 'events', 'webhooks'];

/** Put into every bundle in place of the SDK's own, which reads the same variables. */
const SDK_CREDENTIALS = '^lib/functions/lambda-credentials[.]ts$';

/** Modules of Node that compute; `net` and `crypto` by certain names only, see below. */
const COMPUTING_MODULES = '^(node:)?(assert|buffer|crypto|net|path|punycode|querystring|string_decoder|url|util|zlib)$';
/** Packages that speak to something outside, or roll dice; `@smithy/core/retry` tells kinds of errors apart. */
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
    from: { path: GATEWAY, pathNot: `${RUNTIME}|${DOOR_RUNTIME}` },
    to: { path: `${SHARED_TABLE}|${STORE}`, dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'gateway-stays-in-its-folder',
    comment: 'A gateway runs with the rights of its own Lambdas: move it to shared/ if another folder of lambdas/ needs it too.',
    from: { path: '^lambdas/([^/]+)/' },
    to: { path: GATEWAY, pathNot: '^lambdas/($1|shared)/' },
  },
  {
    name: 'entry-point-is-imported-by-tests-only',
    comment: 'A .lambda.ts opens clients when imported: move what is wanted into a file of another suffix.',
    from: { pathNot: '^test/' },
    to: { path: ENTRY_POINT },
  },
  {
    name: 'lib-knows-only-the-contract',
    comment: 'What exists in AWS and what runs in it meet in lambdas/shared/contract: move the name or number there.',
    from: { path: '^lib/' },
    to: { path: '^(lambdas|admin|agent|bin|local|rules|test|web)/', pathNot: '^lambdas/shared/contract/' },
  },
  {
    name: 'door-knows-no-other-door',
    comment: 'Two doors meet in a decision or in a row: move what both need to lifecycle/, dns/ or model/.',
    from: { path: `^lambdas/(${DOORS})/` },
    to: { path: `^lambdas/(${DOORS})/`, pathNot: '^lambdas/$1/' },
  },
  {
    name: 'api-path-knows-only-the-pipeline',
    comment:
      'A folder of api/ is for one path: what another path needs too is a row (model/), what every call needs goes to pipeline/. Only an entry point may serve several.',
    from: { path: '^lambdas/api/([^/]+)/', pathNot: `^lambdas/api/reference/|${ENTRY_POINT}` },
    to: { path: '^lambdas/api/', pathNot: '^lambdas/api/($1|pipeline)/' },
  },
  {
    name: 'step-knows-no-other-step',
    comment: 'Steps follow each other through the row: move what two of them need to lifecycle/, dns/ or model/.',
    from: { path: '^lambdas/steps/([^/]+)/' },
    to: { path: '^lambdas/steps/', pathNot: '^lambdas/steps/($1/|open-step[.]gateway[.]ts$)' },
  },
  {
    name: 'decision-knows-no-door',
    comment: 'dns/, looks/ and lifecycle/ serve whoever asks: pass in what the door knows.',
    from: { path: '^lambdas/(dns|looks|lifecycle)/' },
    to: { path: `^lambdas/(${DOORS})/` },
  },
  {
    name: 'model-knows-only-shared',
    comment: 'model/ is rows and facts that follow from them: what decides or calls goes to lifecycle/ or to its door.',
    from: { path: '^lambdas/model/' },
    to: { path: '^lambdas/', pathNot: '^lambdas/(model|shared)/' },
  },
  ...MODEL.slice(0, -1).map((rows, position) => ({
    name: `model-${rows}-know-their-left`,
    comment: `The rows of model/ stand in the order ${MODEL.join(', ')}: each may know those before it.`,
    from: { path: `^lambdas/model/${rows}/` },
    to: { path: '^lambdas/model/', pathNot: `^lambdas/model/(${MODEL.slice(0, position + 1).join('|')})/` },
  })),
  {
    name: 'shared-knows-nothing-above',
    comment: 'shared/ is the ground: pass it in from above, or move the file up to what it is about.',
    from: { path: '^lambdas/shared/' },
    to: { path: '^lambdas/', pathNot: '^lambdas/shared/' },
  },
  {
    name: 'clients-know-only-contract-and-schemas',
    comment: 'agent/ and web/ run on the machines of others: they share lambdas/shared/contract and *.schema.ts, and speak HTTP.',
    from: { path: '^(agent|web)/' },
    to: { path: '^(lambdas|lib|admin|bin|local|rules|test|agent|web)/', pathNot: `^$1/|^lambdas/shared/contract/|${SCHEMA}` },
  },
  {
    name: 'examples-know-only-packages',
    comment: 'An example is copied away: it imports certificate-provisioning-widget by its name, as whoever copies it does.',
    from: { path: '^examples/' },
    to: { path: '^(admin|agent|bin|lambdas|lib|local|rules|test|web)/', pathNot: '^web/widget/dist/' },
  },
  {
    name: 'web-shows-text-only',
    comment: 'Evidence and names are written by strangers: give them to a template as text, which cannot run.',
    from: { path: '^web/' },
    to: { path: 'lit(-html)?/.*unsafe' },
  },
  {
    name: 'lambdas-stand-alone',
    comment: 'What runs in AWS is bundled from lambdas/ alone: move what both need to lambdas/shared/contract.',
    from: { path: '^lambdas/', pathNot: '^lambdas/portal/' },
    to: { path: '^(lib|admin|bin|local|agent|rules|test|web)/' },
  },
  {
    name: 'portal-takes-what-pages-share',
    comment:
      'lambdas/portal/ says what web/copy says, at the moments of web/view, with the headers of web/headers.json; what runs in browsers is none of its code.',
    from: { path: '^lambdas/portal/' },
    to: { path: '^(lib|admin|bin|local|agent|rules|test|web)/', pathNot: '^web/(copy/|view/|headers[.]json$)' },
  },
  {
    name: 'bin-leaves-capabilities-their-gateways',
    comment: 'bin/ and admin/ call stores and pure functions; a gateway of a capability runs with the rights of its own Lambda.',
    from: { path: '^(admin|bin)/' },
    to: { path: `^(agent|web)/|${GATEWAY}`, pathNot: '^lambdas/shared/' },
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
/** The rest of `ulid` rolls dice and reads the clock. */
const NOT_A_DECODER = '^(?!(decodeTime|encodeTime|isValid)$)';
const NOT_AN_ADDRESS_PARSER = '^(?!isIP(v[46])?$)';

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
    from: { path: '^(lambdas|lib)/', pathNot: `${ENTRY_POINT}|${SDK_CREDENTIALS}` },
    globals: ['process.env'],
    imports: { 'node:process': '.' },
  },
];
