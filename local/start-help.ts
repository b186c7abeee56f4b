import { PORT_NAMES, portVariable, readPorts, START_PORTS } from './machine/ports.ts';
import { startFolder } from './machine/state-dir.ts';

/** The environment variables that move the ports, with where they lie otherwise. */
export function startHelp(): string {
  const standard = readPorts({}, START_PORTS);
  const lines = PORT_NAMES.map((name) => `  ${portVariable(name, START_PORTS).padEnd(28)} ${standard[name]}`);
  return `
Environment variables for its ports, all on loopback:
${lines.join('\n')}
  ${'CPS_STATE_DIR'.padEnd(28)} ${startFolder({})}
`;
}
