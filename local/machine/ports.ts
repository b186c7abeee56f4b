const LAST_PORT = 65535;

/** Every port of a local cloud: where it lies unless its variable says otherwise, and over what it is reached. */
const PORT_TABLE = {
  site: { standard: 8080, variable: 'SITE_PORT', udp: false },
  edgeHttp: { standard: 5080, variable: 'EDGE_HTTP_PORT', udp: false },
  edgeHttps: { standard: 8443, variable: 'EDGE_HTTPS_PORT', udp: false },
  aws: { standard: 4566, variable: 'AWS_PORT', udp: false },
  pebble: { standard: 14000, variable: 'PEBBLE_PORT', udp: false },
  pebbleManagement: { standard: 15000, variable: 'PEBBLE_MANAGEMENT_PORT', udp: false },
  dns: { standard: 8053, variable: 'DNS_PORT', udp: true },
  dnsManagement: { standard: 8055, variable: 'DNS_MANAGEMENT_PORT', udp: false },
  agent: { standard: 8600, variable: 'AGENT_PORT', udp: false },
} as const;

export type PortName = keyof typeof PORT_TABLE;
export type Ports = Record<PortName, number>;
export const PORT_NAMES = Object.keys(PORT_TABLE) as PortName[];

/** A cloud's own range of ports: `npm test` lies 10,000 above `npm start`, so that both run at once. */
export interface PortRange {
  variablePrefix: string;
  offset: number;
}
export const START_PORTS: PortRange = { variablePrefix: 'CPS_', offset: 0 };
export const TEST_PORTS: PortRange = { variablePrefix: 'CPS_TEST_', offset: 10_000 };

/** The environment variable that moves a port. */
export function portVariable(name: PortName, range: PortRange): string {
  return `${range.variablePrefix}${PORT_TABLE[name].variable}`;
}

export function usesUdp(name: PortName): boolean {
  return PORT_TABLE[name].udp;
}

/** The ports of a range, each from its variable if that is set. Throws on what is no port, and on one port given twice. */
export function readPorts(environment: Record<string, string | undefined>, range: PortRange): Ports {
  const takenBy = new Map<number, PortName>();
  const entries = PORT_NAMES.map((name): [PortName, number] => {
    const port = readPort(environment[portVariable(name, range)], name, range);
    const other = takenBy.get(port);
    if (other) throw new Error(`${portVariable(other, range)} and ${portVariable(name, range)} are both ${port}`);
    takenBy.set(port, name);
    return [name, port];
  });
  return Object.fromEntries(entries) as Ports;
}

function readPort(value: string | undefined, name: PortName, range: PortRange): number {
  if (!value) return PORT_TABLE[name].standard + range.offset;
  const port = Number(value);
  if (/^[0-9]+$/.test(value) && port >= 1 && port <= LAST_PORT) return port;
  throw new Error(`${portVariable(name, range)} is "${value}": it must be a port, 1 to ${LAST_PORT}`);
}
