import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';
import {
  PORT_NAMES,
  type PortName,
  type PortRange,
  type Ports,
  portsFromVariable,
  portsOf,
  portVariable,
  readPorts,
  usesUdp,
} from './ports.ts';

const IPV4_LOOPBACK = '127.0.0.1';
/** Somebody else's server on `[::1]` would get the requests for `localhost`, although we listen only on IPv4. */
const LOOPBACKS = [IPV4_LOOPBACK, '::1'];

/** Fetch Standard, section 2.9, "bad port", from 1024 on, without those of NFS and X11. */
const BARRED_TO_BROWSERS = [
  1719, 1720, 1723, 3659, 4045, 4190, 5060, 5061, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10_080,
];
/** Where to look for a range of free ports to suggest. */
const PROPOSED_FROM = [20_000, 21_000, 22_000, 23_000];
/** Between the clouds' ports (ports.ts) and the system's ephemeral ports. */
const OWN_CHOICE_FROM = 27_000;
const EPHEMERAL_FROM = 32_768;
const CHOICES = 20;

/** Throws with each taken port and the variable that moves it, and with the variable that moves all of them. */
export async function requireFreePorts(ports: Ports, range: PortRange): Promise<void> {
  const taken = await takenPorts(ports);
  if (taken.length === 0) return;
  const each = taken.map(
    ({ name, port }) => `port ${port} is taken: end what listens there, or set ${portVariable(name, range)} to another`,
  );
  const all = `All that it needs: ${everyPort(ports).join(', ')}. ${await proposal(range)}`;
  throw new Error([...each, all].join('\n'));
}

const everyPort = (ports: Ports) => PORT_NAMES.flatMap((name) => portsOf(name, ports));

async function takenPorts(ports: Ports): Promise<{ name: PortName; port: number }[]> {
  const taken: { name: PortName; port: number }[] = [];
  for (const name of PORT_NAMES) {
    for (const port of portsOf(name, ports)) {
      const isFree = (await isTcpFree(port)) && (!usesUdp(name) || (await isUdpFree(port)));
      if (!isFree) taken.push({ name, port });
    }
  }
  return taken;
}

async function proposal(range: PortRange): Promise<string> {
  const variable = portsFromVariable(range);
  for (const first of PROPOSED_FROM) {
    const ports = readPorts({ [variable]: String(first) }, range);
    if ((await takenPorts(ports)).length > 0) continue;
    return `${variable}=${first} moves them all, to ${first} to ${Math.max(...everyPort(ports))}, which are free.`;
  }
  return `${variable} moves them all, to a port and those after it.`;
}

/**
 * A free port for internal use. It is below Linux's ephemeral ports (ip_local_port_range, from 32768 on), so no outgoing
 * connection takes it before it is used.
 */
export function anyFreePort(): Promise<number> {
  return firstFreePort(Array.from({ length: CHOICES }, () => randomInt(OWN_CHOICE_FROM, EPHEMERAL_FROM)));
}

/** The same among ports that browsers refuse to connect to, for a server that answers everybody. */
export function freePortBarredToBrowsers(): Promise<number> {
  // Random, so that two clouds starting at once try different ports first.
  const first = randomInt(BARRED_TO_BROWSERS.length);
  return firstFreePort([...BARRED_TO_BROWSERS.slice(first), ...BARRED_TO_BROWSERS.slice(0, first)]);
}

export async function firstFreePort(ports: number[], isFree = isTcpFree): Promise<number> {
  for (const port of ports) if (await isFree(port)) return port;
  throw new Error(`one of these ports has to be free: ${ports.join(', ')}`);
}

async function isTcpFree(port: number): Promise<boolean> {
  for (const host of LOOPBACKS) {
    const server = createServer();
    try {
      await once(server.listen(port, host), 'listening');
      await closeServer(server);
    } catch (error) {
      if (isTaken(error)) return false;
    }
  }
  return true;
}

async function isUdpFree(port: number): Promise<boolean> {
  const socket = createSocket('udp4');
  try {
    socket.bind(port, IPV4_LOOPBACK);
    await once(socket, 'listening');
    return true;
  } catch (error) {
    return !isTaken(error);
  } finally {
    socket.close();
  }
}

/** Other errors say nothing about the port: a machine without IPv6 has no `::1` to listen on. */
function isTaken(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'EADDRINUSE' || code === 'EACCES';
}

function closeServer(server: ReturnType<typeof createServer>): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}
