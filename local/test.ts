import { runScripts } from './run-scripts.ts';

/** What `npm test` runs; each is a script of package.json. The end-to-end tests begin with those that mostly wait for something. */
await runScripts([{ inTurn: ['check', 'test:unit', 'test:stack', 'test:browser'], beside: 'test:e2e' }, 'test:permissions']);
