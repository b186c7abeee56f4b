// What `npm start -- --help` prints. It needs nothing installed, as bootstrap.mjs does, which prints it.
import { readFileSync } from 'node:fs';

const read = (name) => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'));
const lines = (rows) => rows.map(([left, right]) => `  ${left.padEnd(28)} ${right}`).join('\n');

export function startHelp() {
  const table = read('machine/ports.json');
  const ports = Object.values(table);
  const count = ports.reduce((sum, each) => sum + (each.count ?? 1), 0);
  const placeOf = ({ standard, count: behind, beside }) =>
    behind === undefined
      ? standard
      : `${standard}, ${behind} in a row; moves with CPS_${table[beside].variable} unless it is set`;
  return `Usage: npm start -- [options]

Starts the local cloud, deploys this app into it and stays up until Ctrl-C.

Options:
${lines([...Object.entries(read('start-options.json')), ['--help', 'show this']])}

Environment variables for its ports, all on loopback:
${lines(ports.map((port) => [`CPS_${port.variable}`, placeOf(port)]))}
${lines([['CPS_PORTS_FROM', `moves them all: the first port, ${count} in this order (CPS_PORTS_FROM=20000: 20000 to ${20000 + count - 1})`]])}

Others:
${lines([
  ['CPS_STATE_DIR', '.local, where its state is kept'],
  ['CPS_PYTHON', 'python3, the Python 3.10 or later that it uses'],
])}
`;
}
