import { join } from 'node:path';
import optimizeLocales from '@react-aria/optimize-locales-plugin';
import { build, type Plugin } from 'vite';
import { PAGES } from './shell/pages.ts';

const HERE = import.meta.dirname;

/** Where the dashboard lies, below the site's address. */
const BASE = '/dashboard/';

/** The code of the first page. */
const APP = { name: 'app', test: /web\/dashboard\/app\.tsx$/ };
/** Its libraries change seldom: a browser keeps them when our code has changed. */
const LIBRARIES = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 2 },
  { name: 'libraries', test: /node_modules\/(@tanstack|use-sync-external-store|openapi-fetch)\//, priority: 2 },
];
const OF_FIRST_PAGE = [...LIBRARIES, APP].map(({ name }) => name);
/** What runs before it, and what both need. */
const START = { name: 'start', tags: ['$initial' as const], priority: 1 };

/**
 * The first page calls more than half of its code at once. With this, Chromium compiles a file while it arrives, beside the page,
 * and not function by function while the page waits (https://v8.dev/blog/explicit-compile-hints). For others it is a comment.
 */
const COMPILE_ALL = '//# allFunctionsCalledOnLoad\n';
const compiledAtOnce: Plugin = {
  name: 'compiled-at-once',
  generateBundle: {
    order: 'post',
    // It has to be the first line. Vite puts one of its own before what Rolldown has.
    handler(_, bundle) {
      for (const each of Object.values(bundle))
        if (each.type === 'chunk' && OF_FIRST_PAGE.includes(each.name)) each.code = COMPILE_ALL + each.code;
    },
  },
};

/**
 * Our pages speak English, whatever the language of the browser. React Aria asks `Intl` about that when its code is read, and the
 * first use of `Intl` takes a phone a tenth of a second.
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

/** Links to the code that the page's script imports, so that both are read at once; and names the pages before there is code. */
const startPage: Plugin = {
  name: 'start-page',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle }) {
      const chunks = Object.values(bundle ?? {}).filter((each) => each.type === 'chunk');
      const app = chunks.find(({ name }) => name === APP.name);
      if (!app) throw new Error(`no file has the code of ${APP.name}`);
      // Its page has a script for the entry already.
      const own = chunks.filter(({ isEntry, fileName }) => !isEntry && app.imports.includes(fileName));
      const preloads = [...own, app].map(({ fileName }) => ({
        tag: 'link',
        injectTo: 'head' as const,
        // After the style sheet and what the page asks the API for, which are small.
        attrs: { rel: 'modulepreload', fetchpriority: 'low', crossorigin: true, href: BASE + fileName },
      }));
      const pages = PAGES.map(({ name }) => `<li><a><span>${name}</span></a></li>`).join('');
      return { html: html.replace('<!-- pages -->', pages), tags: preloads };
    },
  },
};

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
    plugins: [englishAlone, { ...optimizeLocales.vite({ locales: ['en-US'] }), enforce: 'pre' }, startPage, compiledAtOnce],
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
      rolldownOptions: {
        output: { codeSplitting: { groups: [START, ...LIBRARIES, APP] } },
        onLog: (level, log, handle) => log.code !== 'MODULE_LEVEL_DIRECTIVE' && handle(level, log),
      },
    },
  });
}

if (import.meta.main) await buildDashboard(process.argv[2] ?? join(HERE, 'dist'));
