import { join } from 'node:path';
import { PROJECT } from './machine/environment.ts';
import { runScripts } from './run-scripts.ts';

// The tests start hundreds of Node programs from mostly the same files. The cache compiles each once.
// https://nodejs.org/api/module.html#module-compile-cache
process.env.NODE_COMPILE_CACHE ??= join(PROJECT, '.local', 'compile-cache');

// What `npm test` runs; each is a script of package.json. It omits the documents of `npm run check`, which the unit tests
// compare. The end-to-end tests mostly wait, so they run beside the others, which get the remaining CPU time. Those that share a
// cloud begin late: with both clouds from the start, answers come too late. The total is no shorter then, because the processors
// are always busy.
await runScripts([
  {
    inTurn: ['test:check', 'test:unit', 'test:stack', 'test:browser'],
    beside: { 'test:e2e-alone': 'test:check', 'test:e2e-shared': 'test:stack' },
  },
  'test:permissions',
]);
