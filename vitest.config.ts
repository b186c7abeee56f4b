import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** They need AWS clients that no other file has mocked: mockClient() changes a class. */
const UNMOCKED = ['test/lambdas/shared/table/table-on-the-wire.test.ts'];
const PROXY = new URL('web/widget/server/create-domain-proxy.ts', import.meta.url).pathname;
const E2E_WORKERS = 5;
/** Left to itself, vitest keeps one processor free: on two that is half of them. */
const WORKERS = Math.max(availableParallelism(), 2);
const e2e = {
  globalSetup: 'local/test-cloud.ts',
  // What a test waits for takes seconds, but longer on a machine that does other work.
  testTimeout: 240_000,
  hookTimeout: 120_000,
};

export default defineConfig({
  test: {
    // The local cloud writes its state when it ends.
    teardownTimeout: 90_000,
    maxWorkers: WORKERS,
    tags: [
      {
        name: 'slow',
        description:
          'tries thousands of inputs, or starts programs: `npm run test:quick` leaves it out (`/** @module-tag slow */` in the first line)',
      },
    ],
    projects: [
      {
        // The examples know the package by its name; it is made when it is packed.
        resolve: { alias: { 'certificate-provisioning-widget/server': PROXY } },
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: ['test/stack/**', 'test/e2e/**', 'test/engine/**', 'test/browser/**', ...UNMOCKED],
          setupFiles: ['test/engine/witness/write-traces.setup.ts'],
          // The files share their imports: half of the time went into loading the same modules 200 times.
          isolate: false,
          // A property over thousands of names takes two seconds alone, and ten on a machine that does other work.
          testTimeout: 30_000,
        },
      },
      {
        test: { name: 'unit-unmocked', include: UNMOCKED, testTimeout: 30_000 },
      },
      {
        test: {
          name: 'stack',
          include: ['test/stack/**/*.test.ts'],
          // The CDK takes two seconds to load.
          isolate: false,
          // A synthesis bundles every Lambda.
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        // Pages in Chromium, with everything that they ask played: no cloud.
        test: { name: 'browser', include: ['test/browser/**/*.test.ts'], testTimeout: 60_000, hookTimeout: 60_000 },
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
      // The e2e tests have one local cloud, which the first project starts (local/test-cloud.ts). A test of test/e2e/ runs beside all the
      // others: its hostnames, webhooks and limits are its own, and what it looks at are these. One that stops, kills or pauses a
      // program, that counts what the whole cloud did (the CA's log, memory), that measures how fast the cloud is at rest, or that takes all of its
      // processes (the fuzzer makes hundreds of domains, behind whose looks at DNS the others' would wait),
      // stands in test/e2e/alone/: these run after the others, file by file.
      {
        test: {
          ...e2e,
          name: 'e2e',
          include: ['test/e2e/*.test.ts'],
          // A test waits for the cloud most of the time: more of them than cores.
          maxWorkers: E2E_WORKERS,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...e2e,
          name: 'e2e-alone',
          include: ['test/e2e/alone/*.test.ts'],
          fileParallelism: false,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
