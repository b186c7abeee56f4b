// What `npm start -- --help` prints. It needs nothing installed, as bootstrap.mjs does, which prints it.
import { readFileSync } from 'node:fs';

const read = (name) => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'));
const lines = (rows) => rows.map(([left, right]) => `  ${left.padEnd(28)} ${right}`).join('\n');

export function startHelp() {
  const ports = Object.values(read('machine/ports.json'));
  return `Usage: npm start -- [options]

Starts the local cloud, deploys this app into it and stays up until Ctrl-C.

Options:
${lines([...Object.entries(read('start-options.json')), ['--help', 'show this']])}

Environment variables for its ports, all on loopback:
${lines(ports.map(({ variable, standard }) => [`CPS_${variable}`, standard]))}
${lines([['CPS_PORTS_FROM', `moves them all: the first port, ${ports.length} in this order (CPS_PORTS_FROM=20000: 20000 to ${20000 + ports.length - 1})`]])}

Others:
${lines([
  ['CPS_STATE_DIR', '.local, where its state is kept'],
  ['CPS_PYTHON', 'python3, the Python 3.10 or later that it uses'],
])}
`;
}
