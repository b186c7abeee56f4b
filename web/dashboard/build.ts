import { join } from 'node:path';
import optimizeLocales from '@react-aria/optimize-locales-plugin';
import { build } from 'vite';

const HERE = import.meta.dirname;

/** Where the dashboard lies, below the site's address. */
const BASE = '/dashboard/';

/** The page and its hashed files, below `out`. */
async function buildDashboard(out: string): Promise<void> {
  // With another one, as a test has, React would come with its warnings.
  process.env.NODE_ENV = 'production';
  await build({
    root: HERE,
    base: BASE,
    configFile: false,
    logLevel: 'warn',
    // Our pages speak English; React Aria brings the words of 34 languages.
    plugins: [{ ...optimizeLocales.vite({ locales: ['en-US'] }), enforce: 'pre' }],
    build: {
      outDir: out,
      emptyOutDir: true,
      target: 'es2024',
      manifest: 'manifest.json',
      // A `data:` address in a style sheet or a script would be against the policy.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      // The budget of each route is a test (test/browser/dashboard/budget.test.ts).
      chunkSizeWarningLimit: 1000,
      // "use client" says something to servers, of which there is none here.
      rolldownOptions: { onLog: (level, log, handle) => log.code !== 'MODULE_LEVEL_DIRECTIVE' && handle(level, log) },
    },
  });
}

if (import.meta.main) await buildDashboard(process.argv[2] ?? join(HERE, 'dist'));
