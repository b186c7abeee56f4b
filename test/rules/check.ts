import { exec } from 'node:child_process';
import { promisify } from 'node:util';
import { writeClients } from '../../client/generator/write-clients.ts';
import manifest from '../../package.json' with { type: 'json' };

const PREFIX = 'check:';
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

/** Runs one script of package.json and tells how long it took; answers what it complained about, if it failed. */
async function runScript(script: string): Promise<string | undefined> {
  const startedAt = performance.now();
  const report = (verdict: string) => {
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    console.log(`${verdict.padEnd(7)}${script.slice(PREFIX.length).padEnd(8)}${seconds.padStart(5)} s`);
  };
  try {
    await promisify(exec)(`npm run --silent ${script}`, { maxBuffer: MAX_OUTPUT_BYTES });
    report('ok');
    return undefined;
  } catch (error) {
    report('FAILED');
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    return `── npm run ${script}\n${stdout}${stderr || stdout ? stderr : String(error)}`;
  }
}

// Types, rules and unused code are of these, too.
await writeClients();

// Those that are named, or all; at the same time and to the end: one run tells everything that is wrong.
const asked = process.argv.slice(2).map((name) => PREFIX + name);
const all = Object.keys(manifest.scripts).filter((script) => script.startsWith(PREFIX));
const scripts = asked.length > 0 ? asked : all;
const complaints = (await Promise.all(scripts.map(runScript))).filter((complaint) => complaint !== undefined);
for (const complaint of complaints) console.error(`\n${complaint.trim()}`);
console.log(`\n${scripts.length - complaints.length} of ${scripts.length} checks passed.`);
if (complaints.length > 0) process.exitCode = 1;
