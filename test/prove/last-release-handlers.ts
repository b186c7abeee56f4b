import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { PROJECT } from '../../local/machine/environment.ts';
import { TEST_RUN } from '../../local/run-facts.ts';
import { startBoth } from '../engine/start-engines.ts';
import { answering, nameServerOnLoopback } from '../lambdas/dns/wire/name-server-on-loopback.ts';
import type * as Readers from '../stack/last-release/readers.ts';
import { faultOfRow } from '../stack/last-release/readers.ts';
import { type Recorded, recordedIn } from '../stack/last-release/recorded.ts';
import { type FunctionName, lastRelease, type Release, thisRelease } from './handlers/functions.ts';
import { invocationsOf } from './handlers/invocations.ts';
import { play } from './handlers/play.ts';
import { sceneOf } from './handlers/scene.ts';
import { makeSurroundings } from './handlers/surroundings.ts';
import { readersOfLastRelease } from './readers-of-last-release.ts';

// Both directions of a deployment, with the functions themselves: those of the last release, as deployed, run on the rows and
// messages of the last e2e run of this one, and the other way round. Each release must be able to read what the other writes.

const RUN = join(PROJECT, TEST_RUN, 'aws');
const LEFT = new URL('../stack/last-release/recorded.json.br', import.meta.url);
const NXDOMAIN = 3;

if (!existsSync(join(RUN, 'dynamodb.json'))) throw new Error('no run has left anything: npm test -- e2e first');
const folder = mkdtempSync(join(tmpdir(), 'releases-'));
await using nameServer = await nameServerOnLoopback(answering([], NXDOMAIN));
const { engines, stop } = await startBoth();
const [engine, emulator] = [engines['DynamoDB Local'], engines.MiniStack];
const faults: string[] = [];
try {
  const { environment, kmsKeyId } = await makeSurroundings(emulator, engine, nameServer.label);
  const left: Recorded = JSON.parse(brotliDecompressSync(readFileSync(LEFT)).toString());
  const last = lastRelease(join(folder, 'last'));
  const readers = await readersOfLastRelease();
  await direction('the last release on what this one has left', last, recordedIn(RUN), faultOfRow);
  await direction('this release on what the last one has left', thisRelease(join(folder, 'this')), left, readers.faultOfRow);

  async function direction(title: string, release: Release, recorded: Recorded, reads: typeof Readers.faultOfRow): Promise<void> {
    const scene = await sceneOf(recorded, emulator, kmsKeyId);
    console.log(`${title}: ${scene.rows.length} rows`);
    for (const [name, invocations] of Object.entries(await invocationsOf(scene, recorded))) {
      const played = await play(name as FunctionName, release, scene.rows, invocations, { engine, environment });
      const unread = played.written.flatMap((row) => reads(row) ?? []);
      console.log(`  ${name}: ${played.invoked} invocations, ${played.written.length} rows written`);
      faults.push(
        ...[...played.faults, ...unread.map((fault) => `${name} writes: ${fault}`)].map((fault) => `${title}: ${fault}`),
      );
      if (played.invoked === 0) faults.push(`${title}: nothing was recorded that ${name} is invoked with`);
    }
  }
} finally {
  await stop();
  rmSync(folder, { recursive: true });
}
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
