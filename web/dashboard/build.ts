import { join } from 'node:path';
import optimizeLocales from '@react-aria/optimize-locales-plugin';
import { build, type Plugin } from 'vite';
import { PAGES } from './shell/pages.ts';

const HERE = import.meta.dirname;

const BASE = '/dashboard/';

/** Code of the first page. */
const APP = { name: 'app', test: /web\/dashboard\/app\.tsx$/ };
/** Libraries rarely change, so browsers keep them cached when our code changes. */
const LIBRARIES = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 2 },
  { name: 'libraries', test: /node_modules\/(@tanstack|use-sync-external-store|openapi-fetch)\//, priority: 2 },
];
const OF_FIRST_PAGE = [...LIBRARIES, APP].map(({ name }) => name);
/** Code that runs before the first page, and code that both need. */
const START = { name: 'start', tags: ['$initial' as const], priority: 1 };

/**
 * The first page calls more than half of its functions at once. With this comment, Chromium compiles a file in the background
 * while it arrives, instead of function by function while the page waits (https://v8.dev/blog/explicit-compile-hints). Other
 * browsers ignore it.
 */
const COMPILE_ALL = '//# allFunctionsCalledOnLoad\n';
const compiledAtOnce: Plugin = {
  name: 'compiled-at-once',
  generateBundle: {
    order: 'post',
    // It must be the first line, and Vite inserts one of its own before Rolldown's.
    handler(_, bundle) {
      for (const each of Object.values(bundle))
        if (each.type === 'chunk' && OF_FIRST_PAGE.includes(each.name)) each.code = COMPILE_ALL + each.code;
    },
  },
};

/**
 * Our pages are English whatever the browser's language. React Aria asks `Intl` for it when its code loads, and the first use of
 * `Intl` takes a phone a tenth of a second.
 */
const englishAlone: Plugin = {
  name: 'english-alone',
  enforce: 'pre',
  load: {
    filter: { id: /\/react-aria\/dist\/.*\/useDefaultLocale\.\w+$/ },
    handler: () => `
      const english = { locale: 'en-US', direction: 'ltr' };
      export const getDefaultLocale = () => english;
      export const useDefaultLocale = () => english;`,
  },
};

/** Preloads the imports of the page's script in parallel, and lists the pages before the code has loaded. */
const startPage: Plugin = {
  name: 'start-page',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle }) {
      const chunks = Object.values(bundle ?? {}).filter((each) => each.type === 'chunk');
      const app = chunks.find(({ name }) => name === APP.name);
      if (!app) throw new Error(`no file has the code of ${APP.name}`);
      // The page already has a script tag for the entry.
      const own = chunks.filter(({ isEntry, fileName }) => !isEntry && app.imports.includes(fileName));
      const preloads = [...own, app].map(({ fileName }) => ({
        tag: 'link',
        injectTo: 'head' as const,
        // Low priority: the style sheet and the page's API requests are small and go first.
        attrs: { rel: 'modulepreload', fetchpriority: 'low', crossorigin: true, href: BASE + fileName },
      }));
      const pages = PAGES.map(({ name }) => `<li><a><span>${name}</span></a></li>`).join('');
      return { html: html.replace('<!-- pages -->', pages), tags: preloads };
    },
  },
};

async function buildDashboard(out: string): Promise<void> {
  // In another mode, such as that of a test, React would include its warnings.
  process.env.NODE_ENV = 'production';
  await build({
    root: HERE,
    base: BASE,
    configFile: false,
    logLevel: 'warn',
    // Our pages are English. React Aria ships texts in 34 languages.
    plugins: [englishAlone, { ...optimizeLocales.vite({ locales: ['en-US'] }), enforce: 'pre' }, startPage, compiledAtOnce],
    build: {
      outDir: out,
      emptyOutDir: true,
      target: 'es2024',
      manifest: 'manifest.json',
      // The content security policy forbids `data:` addresses in style sheets and scripts.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      // A test holds the budget of each route (test/browser/dashboard/budget.test.ts).
      chunkSizeWarningLimit: 1000,
      // "use client" concerns servers, of which there are none here.
      rolldownOptions: {
        output: { codeSplitting: { groups: [START, ...LIBRARIES, APP] } },
        onLog: (level, log, handle) => log.code !== 'MODULE_LEVEL_DIRECTIVE' && handle(level, log),
      },
    },
  });
}

if (import.meta.main) await buildDashboard(process.argv[2] ?? join(HERE, 'dist'));
