import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { writeClients } from '../../client/generator/write-clients.ts';
import { pathWithTools } from '../../local/machine/environment.ts';
import { askedOf, byDefault, type NamedCommands } from '../../local/named-commands.ts';

const CHECKS: NamedCommands = {
  docs: { about: 'what is made from the code and committed is not stale', run: 'node test/rules/written-pages.ts' },
  types: { about: 'TypeScript', run: 'tsc -p . && tsc -p web/widget && tsc -p web/portal && tsc -p web/dashboard' },
  lint: { about: 'Biome, which also formats', run: 'biome check --error-on-warnings' },
  unused: { about: 'knip: files, exports and packages that nobody uses', run: 'knip' },
  rules: { about: 'imports, suffixes and names', run: 'node test/rules/check-rules.ts' },
  openapi: {
    about: 'the OpenAPI document, by Redocly',
    run: 'REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true redocly lint docs/openapi.json',
  },
};
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;
const env = { ...process.env, PATH: pathWithTools() };

/** Runs one check and prints its time. Returns its output if it failed. */
async function runCheck(name: string): Promise<string | undefined> {
  const startedAt = performance.now();
  const report = (verdict: string) => {
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    console.log(`${verdict.padEnd(7)}${name.padEnd(8)}${seconds.padStart(5)} s`);
  };
  try {
    await promisify(execFile)('sh', ['-c', CHECKS[name]?.run ?? 'false'], { env, maxBuffer: MAX_OUTPUT_BYTES });
    report('ok');
    return undefined;
  } catch (error) {
    report('FAILED');
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    return `── npm run check -- ${name}\n${stdout}${stderr || stdout ? stderr : String(error)}`;
  }
}

// Types, rules and unused code include the generated clients.
await writeClients();

// The named checks, or all; concurrently and to the end, so that one run reports every failure.
const asked = askedOf('npm run check -- [names...]', CHECKS).names;
const names = asked.length > 0 ? asked : byDefault(CHECKS);
const complaints = (await Promise.all(names.map(runCheck))).filter((complaint) => complaint !== undefined);
for (const complaint of complaints) console.error(`\n${complaint.trim()}`);
console.log(`\n${names.length - complaints.length} of ${names.length} checks passed.`);
if (complaints.length > 0) process.exitCode = 1;
