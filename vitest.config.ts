import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // The local cloud writes its state when it ends.
    teardownTimeout: 60_000,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: ['test/stack/**', 'test/e2e/**'],
          // A property over thousands of names takes two seconds alone, and ten on a machine that does other work.
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'stack',
          include: ['test/stack/**/*.test.ts'],
          // A synthesis bundles every Lambda.
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          globalSetup: 'local/test-cloud.ts',
          // One cloud for all: a file that stops its CA must not meet another that needs it.
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
