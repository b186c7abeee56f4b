import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from '../../local/machine/environment.ts';
import { ALONE_RUN, TEST_RUN } from '../../local/run-facts.ts';
import type * as Readers from '../stack/last-release/readers.ts';
import { type Recorded, recordedIn } from '../stack/last-release/recorded.ts';
import { readersOfLastRelease } from './readers-of-last-release.ts';

// Checks that the last release, to which a failed deployment rolls back, could read what this one has written: one row of each
// shape, and each message, of the existing runs. test/stack/last-release/recorded.test.ts covers the other direction.

const RUNS = [`${TEST_RUN}/aws`, `${ALONE_RUN}/aws`, '.local/chaos/aws'].filter((run) =>
  existsSync(join(PROJECT, run, 'dynamodb.json')),
);

const readers = await readersOfLastRelease();
const faults = RUNS.flatMap((run) => faultsIn(run, recordedIn(join(PROJECT, run))));
for (const fault of faults) console.error(fault);
if (RUNS.length === 0) console.error('No run has left anything: `npm test -- e2e` or `npm run chaos` before.');
process.exitCode = faults.length > 0 || RUNS.length === 0 ? 1 : 0;

function faultsIn(run: string, { rows, underWay }: Recorded): string[] {
  const known = Object.entries(rows).filter(([, [first = {}]]) => readers.kindOf(first) !== undefined);
  const added = Object.keys(rows).filter((kind) => !known.some(([name]) => name === kind));
  const messages = Object.entries(underWay) as [Readers.UnderWay, unknown[]][];
  const read = known.flatMap(([, all]) => all);
  const sent = messages.flatMap(([kind, all]) => all.map((message) => ({ kind, message })));
  console.log(
    `${run}: the last release reads ${read.length} shapes of ${known.length} kinds of rows and ${sent.length} of ${messages.length} kinds of messages and inputs.`,
  );
  if (added.length > 0) console.log(`  It comes across no row of the kinds that it does not know: ${added.join(', ')}.`);
  const refused = read.flatMap((row) => {
    const fault = readers.faultOfRow(row);
    return fault === undefined ? [] : [`${run}: ${row.pk} ${row.sk}: ${fault}`];
  });
  const misunderstood = sent.flatMap(({ kind, message }) => {
    const fault = readers.faultOfMessage(kind, message);
    return fault === undefined ? [] : [`${run}: ${kind} ${JSON.stringify(message)}: ${fault}`];
  });
  return [...refused, ...misunderstood];
}
