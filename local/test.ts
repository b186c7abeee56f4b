import { join } from 'node:path';
import { PROJECT } from './machine/environment.ts';
import { runScripts } from './run-scripts.ts';

// Hundreds of Node programs run in the tests, most of them of the same files: each is compiled once.
// https://nodejs.org/api/module.html#module-compile-cache
process.env.NODE_COMPILE_CACHE ??= join(PROJECT, '.local', 'compile-cache');

// What `npm test` runs; each is a script of package.json. Of `npm run check` it leaves out the documents, which the unit tests
// compare. The end-to-end tests wait more than they compute: they run beside the others, which get what is left of the
// processors. Those that share a cloud begin late: with both clouds from the start, what waits for an answer gets it too late.
// The whole takes no less then: the processors are busy all the time.
await runScripts([
  {
    inTurn: ['test:check', 'test:unit', 'test:stack', 'test:browser'],
    beside: { 'test:e2e-alone': 'test:check', 'test:e2e-shared': 'test:stack' },
  },
  'test:permissions',
]);
