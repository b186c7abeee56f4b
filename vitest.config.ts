import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import WaitingFirst from './test/e2e/waiting-first.ts';

/** Folders of tests that are no unit tests: each has a project of its own below. */
const OTHERS = [
  'stack',
  'scanners',
  'examples',
  'receivers',
  'browser',
  'engine',
  'e2e',
  'fuzz',
  'generators',
  'packages',
  'interop',
];
/** They need AWS clients that no other file has mocked: mockClient() changes a class. */
const UNMOCKED = ['test/lambdas/shared/table/table-on-the-wire.test.ts'];
/** They build, install or start whole programs, for seconds each: a proof of `npm run prove`. */
const PROGRAMS = 'test/**/*.program.test.ts';
const PROOF_CLOUD = 'test/prove/start-cloud.ts';
const PROXY = new URL('web/widget/server/create-domain-proxy.ts', import.meta.url).pathname;
const E2E_WORKERS = 5;
/** Left to itself, vitest keeps one processor free: on two that is half of them. */
const WORKERS = Math.max(availableParallelism(), 2);
/** `expect.poll` gives up after a second, unless it is told otherwise: less than a machine takes that does other work. */
const polledFor = (timeout: number) => ({ poll: { timeout } });
/** The files share what they import: to load it anew takes a second for each. */
const SHARED = { isolate: false };
const e2e = {
  ...SHARED,
  globalSetup: 'test/e2e/start-cloud.ts',
  expect: polledFor(60_000),
  // What a test waits for takes seconds, but longer on a machine that does other work.
  testTimeout: 240_000,
  hookTimeout: 120_000,
};
const alone = { ...e2e, globalSetup: 'test/e2e/alone/start-cloud.ts' };

export default defineConfig({
  test: {
    // The local cloud writes its state when it ends.
    teardownTimeout: 90_000,
    maxWorkers: WORKERS,
    sequence: { sequencer: WaitingFirst },
    tags: [
      {
        name: 'slow',
        description:
          'tries thousands of inputs, or starts programs: `npm run test:quick` leaves it out (`/** @module-tag slow */` in the first line)',
      },
      {
        name: 'waits',
        description:
          'an end-to-end test that takes some twenty seconds or more of a quiet machine, most of them for nothing but time to pass: its file begins early (`/** @module-tag waits */` in the first line)',
      },
    ],
    projects: [
      {
        // The examples know the package by its name; it is made when it is packed.
        resolve: { alias: { 'certificate-provisioning-widget/server': PROXY } },
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: [...OTHERS.map((folder) => `test/${folder}/**`), ...UNMOCKED, PROGRAMS],
          globalSetup: 'test/client/generator/written-clients.setup.ts',
          setupFiles: ['test/engine/witness/write-traces.setup.ts'],
          ...SHARED,
          // A property over thousands of names, or a compiler, takes two seconds alone, and many more on a machine that does
          // other work, as `npm test` has it do.
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: polledFor(20_000),
        },
      },
      {
        test: {
          ...SHARED,
          name: 'programs',
          include: [PROGRAMS],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: polledFor(20_000),
        },
      },
      {
        test: { name: 'unit-unmocked', include: UNMOCKED, testTimeout: 30_000 },
      },
      {
        test: {
          name: 'stack',
          include: ['test/stack/**/*.test.ts'],
          ...SHARED,
          // A synthesis bundles every Lambda.
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        // Pages in Chromium, with everything that they ask played: no cloud.
        test: {
          ...SHARED,
          name: 'browser',
          include: ['test/browser/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: polledFor(20_000),
        },
      },
      {
        // axe in every state, language and brand of portal and widget, the dashboard's pages, and the documentation's site, as long as
        // no stack serves them: a proof of `npm run prove`.
        test: {
          ...SHARED,
          name: 'pages',
          include: ['test/browser/{accessible,dashboard}/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          expect: polledFor(20_000),
        },
      },
      {
        // The table on Amazon's own engine, and on the emulator that the local cloud stands on.
        test: {
          name: 'engine',
          include: ['test/engine/**/*.test.ts'],
          globalSetup: 'test/engine/start-engines.ts',
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        // The templates, read by the programs of platform teams: a proof of `npm run prove`, as are the next three.
        test: { name: 'scanners', include: ['test/scanners/*.test.ts'], testTimeout: 60_000, hookTimeout: 120_000 },
      },
      {
        // The examples of web/examples/ as programs of their own, in the frameworks of five languages. No cloud.
        test: { name: 'examples', include: ['test/examples/*.test.ts'], testTimeout: 240_000, hookTimeout: 300_000 },
      },
      {
        // The receivers of docs/receivers/ as programs of their own, compiled where their language is. No cloud.
        test: { name: 'receivers', include: ['test/receivers/*.test.ts'], testTimeout: 60_000, expect: polledFor(20_000) },
      },
      {
        // Clients in five languages, made from the OpenAPI document by ten generators, at a played API.
        test: { name: 'generators', include: ['test/generators/*.test.ts'], testTimeout: 240_000, hookTimeout: 600_000 },
      },
      {
        // Other CAs than Pebble, as programs of their own. No cloud.
        test: {
          name: 'interop',
          include: ['test/interop/*.test.ts', ...(process.env.CPS_INTEROP === 'all' ? ['test/interop/cloud/*.test.ts'] : [])],
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        // Python programs made from the OpenAPI document, at a cloud of their own: Schemathesis makes thousands of requests,
        // beside which other tests would wait.
        test: { ...e2e, name: 'fuzz', globalSetup: PROOF_CLOUD, include: ['test/fuzz/*.test.ts'] },
      },
      {
        // What integrators install, packed and installed in an empty project, at a cloud of its own.
        test: { ...e2e, name: 'packages', globalSetup: PROOF_CLOUD, include: ['test/packages/*.test.ts'] },
      },
      // The e2e tests have two local clouds (start-cloud.ts). A test of test/e2e/ shares one with all the others: its
      // hostnames, webhooks and limits are its own, and what it looks at are these. One that stops, kills or pauses a program, or
      // that counts what the whole cloud did (the CA's log), stands in test/e2e/alone/, with a cloud where the files run one after
      // another; but in test/e2e/apart/, where they run together, if each does without what the others stop (the CAs; the one
      // sender of webhooks). What takes a minute, or makes hundreds of requests at once, stands in test/e2e/long/, a proof of
      // `npm run prove` with a cloud of its own.
      {
        test: {
          ...alone,
          name: 'e2e-apart',
          include: ['test/e2e/apart/*.test.ts'],
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...alone,
          name: 'e2e-alone',
          include: ['test/e2e/alone/*.test.ts'],
          fileParallelism: false,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          ...e2e,
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          exclude: ['test/e2e/{apart,alone,long}/**'],
          // A test waits for the cloud most of the time: more of them than cores.
          maxWorkers: E2E_WORKERS,
        },
      },
      {
        test: {
          ...e2e,
          name: 'e2e-long',
          globalSetup: PROOF_CLOUD,
          include: ['test/e2e/long/*.test.ts'],
          fileParallelism: false,
        },
      },
    ],
  },
});
