import { stateDir } from '../../../local/machine/state-dir.ts';
import { ALONE_RUN, TEST_RUN } from '../../../local/run-facts.ts';
import { startBoth } from '../start-engines.ts';
import { tableDefinition } from '../table-definition.ts';
import { heldTable } from './held-table.ts';
import { readShapes, refusalOf } from './replay-shapes.ts';
import { replay } from './replay-trace.ts';
import { askedBy, expressionsIn, readTraces } from './trace-file.ts';
import { type WireClient, wireClient } from './wire-client.ts';

// Run it after `npm test`. Checks that DynamoDB Local accepts every expression that the end-to-end tests sent, and answers the
// requests of the unit tests like their fake table.

const TABLES = 4;
const shapes = [TEST_RUN, ALONE_RUN].flatMap((run) => readShapes(stateDir(run).recordedRequests));
const traces = readTraces('.local/table-traces');
if (traces.length === 0) throw new Error('the unit tests have left no requests: run npm test -- unit first');
const { table: definition } = tableDefinition();
const { engines, stop } = await startBoth();
const failures: string[] = [];
let refused = 0;

async function newTable(send: WireClient, TableName: string): Promise<string> {
  const { error, body } = await send('CreateTable', { ...definition, TableName });
  if (error) throw new Error(`${error}: ${body.message}`);
  return TableName;
}

try {
  const send = wireClient(engines['DynamoDB Local']);
  const empty = await newTable(send, 'empty');
  for (const shape of shapes) {
    const refusal = await refusalOf(shape, send, empty);
    if (!refusal) continue;
    refused += 1;
    failures.push(`REFUSED: ${refusal}`);
  }
  const left = [...traces];
  const replayAll = async (_: unknown, at: number) => {
    const table = heldTable(send, await newTable(send, `held${at}`));
    for (let trace = left.shift(); trace; trace = left.shift()) {
      const difference = await replay(trace, send, table);
      if (difference) failures.push(`${trace.test}\n  ${trace.action} ${askedBy(trace.request).join(', ')}\n  ${difference}`);
    }
  };
  await Promise.all(Array.from({ length: TABLES }, replayAll));
} finally {
  await stop();
}

const expressions = new Set([...shapes, ...traces].flatMap(({ request }) => expressionsIn(request)));
for (const failure of failures) console.error(failure);
console.log(
  `${shapes.length} request shapes of the end-to-end tests on DynamoDB Local: ${refused} refused; ${traces.length} cases of the unit tests: ` +
    `${failures.length - refused} differ from their stand-in. Expressions tried: ${expressions.size}.`,
);
if (failures.length > 0) process.exitCode = 1;
