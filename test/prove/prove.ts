import { askedOf, byDefault, type NamedCommands } from '../../local/named-commands.ts';
import { runCommands } from '../../local/run-commands.ts';

const vitest = (project: string) => ({ run: `vitest run --project ${project}`, takesOptions: true }) as const;

/** Checks that take too long for a test, or that need the records of an e2e run. */
const PROOFS: NamedCommands = {
  seeds: {
    about: 'the simulation for two minutes, by seeds of this commit',
    run: 'node test/simulation/simulate.ts --new --days 1 --seconds 120',
  },
  rows: {
    about: 'after e2e: the last release reads each row and message of this one',
    run: 'node test/prove/last-release-reads.ts',
  },
  functions: {
    about: 'after e2e: the functions of either release work on what the other has left',
    run: 'node test/prove/last-release-handlers.ts',
  },
  table: { about: 'the table on DynamoDB Local and on the emulator', ...vitest('engine') },
  templates: { about: 'cfn-lint and checkov on the templates', ...vitest('scanners') },
  examples: { about: 'the proxies of web/examples/ as programs', ...vitest('examples') },
  receivers: { about: 'the receivers of docs/receivers/ as programs', ...vitest('receivers') },
  pages: { about: 'axe in every state, language and brand of our pages', ...vitest('pages') },
  generators: { about: 'clients that ten generators make of the OpenAPI document', ...vitest('generators') },
  api: { about: 'Schemathesis on the API', ...vitest('fuzz') },
  'api-long': {
    about: 'the same for longer, with its own options, on the cloud of npm start',
    run: 'node test/fuzz/schemathesis-long.ts',
    onlyByName: true,
    takesOptions: true,
  },
  long: { about: 'end-to-end tests that take a minute each', ...vitest('e2e-long') },
  programs: { about: 'tests that build, install or start whole programs', ...vitest('programs') },
  packages: { about: 'what integrators install, packed, in an empty project', ...vitest('packages') },
  interop: { about: 'step-ca as a program of its own', ...vitest('interop') },
  'interop-all': {
    about: 'all CAs that are tried, on a local cloud, for the table of certificate-authorities.md',
    run: 'CPS_INTEROP=all vitest run --project interop',
    onlyByName: true,
    takesOptions: true,
  },
  expressions: {
    about: 'after unit and e2e: Amazon’s engine takes every expression that the table was sent',
    run: 'node test/engine/witness/prove-expressions.ts',
  },
};

const { names, options } = askedOf('npm run prove -- [names...]', PROOFS);
await runCommands(names.length > 0 ? names : byDefault(PROOFS), { commands: PROOFS, options });
