/** All ports of a local cloud: each port's default and protocol. The order is that of `PORTS_FROM`. */
import PORT_TABLE from './ports.json' with { type: 'json' };

const LAST_PORT = 65535;

export type PortName = keyof typeof PORT_TABLE;
/** The port of each name, or the first of its ports. */
export type Ports = Record<PortName, number>;
export const PORT_NAMES = Object.keys(PORT_TABLE) as PortName[];

interface Row {
  standard: number;
  variable: string;
  udp: boolean;
  /** Number of consecutive ports. */
  count?: number;
  /** Moves with that port at the same distance, unless its own variable is set. */
  beside?: PortName;
}
const TABLE: Record<PortName, Row> = PORT_TABLE as Record<PortName, Row>;

/**
 * A cloud's port range: the two clouds of `npm test` and that of `npm start` can run at once. No range contains a port that
 * fetch() and browsers refuse.
 */
export interface PortRange {
  variablePrefix: string;
  offset: number;
}
export const START_PORTS: PortRange = { variablePrefix: 'CPS_', offset: 0 };
export const TEST_PORTS: PortRange = { variablePrefix: 'CPS_TEST_', offset: 10_000 };
export const ALONE_PORTS: PortRange = { variablePrefix: 'CPS_ALONE_', offset: 12_500 };
export const CHAOS_PORTS: PortRange = { variablePrefix: 'CPS_CHAOS_', offset: 5_500 };

type Environment = Record<string, string | undefined>;

export function portVariable(name: PortName, range: PortRange): string {
  return `${range.variablePrefix}${TABLE[name].variable}`;
}

/** The variable that moves all ports: it sets the first one, and the others follow in the table's order. */
export function portsFromVariable(range: PortRange): string {
  return `${range.variablePrefix}PORTS_FROM`;
}

export function usesUdp(name: PortName): boolean {
  return TABLE[name].udp;
}

/** All ports of a name: one, or several consecutive ones. */
export function portsOf(name: PortName, ports: Ports): number[] {
  return Array.from({ length: TABLE[name].count ?? 1 }, (_, at) => ports[name] + at);
}

/** The range's ports, with the overrides of their variables. Throws for an invalid port and for a port used twice. */
export function readPorts(environment: Environment, range: PortRange): Ports {
  const standard = standardPorts(environment, range);
  const own = (name: PortName) => readPort(environment, portVariable(name, range), LAST_PORT - (TABLE[name].count ?? 1) + 1);
  const entries = PORT_NAMES.map((name): [PortName, number] => {
    const { beside, standard: place } = TABLE[name];
    const neighbour = beside && own(beside);
    const moved = beside && neighbour !== undefined ? neighbour + place - TABLE[beside].standard : undefined;
    return [name, own(name) ?? moved ?? standard[name]];
  });
  const ports = Object.fromEntries(entries) as Ports;
  requireDistinct(ports, range);
  return ports;
}

function requireDistinct(ports: Ports, range: PortRange): void {
  const takenBy = new Map<number, PortName>();
  for (const name of PORT_NAMES) {
    for (const port of portsOf(name, ports)) {
      if (port > LAST_PORT) throw new Error(`there is no port ${port}: set ${portVariable(name, range)}`);
      const other = takenBy.get(port);
      if (other) throw new Error(`${portVariable(other, range)} and ${portVariable(name, range)} are both ${port}`);
      takenBy.set(port, name);
    }
  }
}

/** Ports without a variable of their own. */
function standardPorts(environment: Environment, range: PortRange): Ports {
  const counts = PORT_NAMES.map((name) => TABLE[name].count ?? 1);
  const before = (at: number) => counts.slice(0, at).reduce((sum, count) => sum + count, 0);
  const first = readPort(environment, portsFromVariable(range), LAST_PORT - before(counts.length) + 1);
  const entries = PORT_NAMES.map((name, at) => [
    name,
    first === undefined ? TABLE[name].standard + range.offset : first + before(at),
  ]);
  return Object.fromEntries(entries) as Ports;
}

function readPort(environment: Environment, variable: string, highest: number): number | undefined {
  const value = environment[variable];
  if (!value) return;
  const port = Number(value);
  if (/^[0-9]+$/.test(value) && port >= 1 && port <= highest) return port;
  throw new Error(`${variable} is "${value}": it must be a port, 1 to ${highest}`);
}
