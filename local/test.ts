import { runScripts } from './run-scripts.ts';

/** What `npm test` runs, from what fails fastest to what takes longest; each is a script of package.json. */
await runScripts(['check', 'test:unit', 'test:stack', 'test:browser', 'test:e2e', 'test:permissions']);
