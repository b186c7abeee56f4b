import { join } from 'node:path';
import { PROJECT } from './machine/environment.ts';
import { askedOf, type NamedCommands } from './named-commands.ts';
import { runCommands } from './run-commands.ts';

// The tests start hundreds of Node programs from mostly the same files. The cache compiles each once.
// https://nodejs.org/api/module.html#module-compile-cache
process.env.NODE_COMPILE_CACHE ??= join(PROJECT, '.local', 'compile-cache');

const E2E_ALONE = 'vitest run --project e2e-apart --project e2e-alone';
const E2E_SHARED = 'vitest run --project e2e';

const TESTS = {
  check: {
    about: 'npm run check, but for the documents, which the unit tests compare',
    run: 'node test/rules/check.ts types lint unused rules openapi',
  },
  unit: {
    about: 'pure decisions and handlers; AWS mocked',
    run: 'CPS_TABLE_TRACES=.local/table-traces vitest run --project unit --project unit-unmocked',
    takesOptions: true,
  },
  stack: { about: 'the synthesized stacks: promises, sizes, cdk-nag', run: 'vitest run --project stack', takesOptions: true },
  browser: {
    about: 'pages in Chromium, with everything that they ask played',
    run: 'vitest run --project browser',
    takesOptions: true,
  },
  'e2e-alone': {
    about: 'a local cloud for tests that stop a part of it, or count what the whole cloud did',
    run: E2E_ALONE,
    takesOptions: true,
  },
  'e2e-shared': { about: 'a local cloud that tests share', run: E2E_SHARED, takesOptions: true },
  e2e: { about: 'both of these, one after another', run: `${E2E_ALONE} && ${E2E_SHARED}`, onlyByName: true },
  permissions: {
    about: 'after e2e: the requests of its clouds to AWS against the roles in the templates',
    run: 'node test/permissions/prove-permissions.ts',
  },
} satisfies NamedCommands;

// The end-to-end tests wait more than they compute: they run beside the others, which get what is left of the processors. Those
// that share a cloud begin late: with both clouds from the start, what waits for an answer gets it too late. The whole takes no
// less then: the processors are busy all the time.
const ALL = [
  { inTurn: ['check', 'unit', 'stack', 'browser'], beside: { 'e2e-alone': 'check', 'e2e-shared': 'stack' } },
  'permissions',
];

const { names, options } = askedOf('npm test -- [names...]', TESTS);
await runCommands(names.length > 0 ? names : ALL, { commands: TESTS, options });
