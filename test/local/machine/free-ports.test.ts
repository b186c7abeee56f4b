import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { anyFreePort, firstFreePort, freePortBarredToBrowsers, requireFreePorts } from '../../../local/machine/free-ports.ts';
import { PORT_NAMES, type Ports, portsOf, readPorts, START_PORTS } from '../../../local/machine/ports.ts';

async function freePorts(): Promise<Ports> {
  for (;;) {
    const first = await anyFreePort();
    const ports = readPorts({ CPS_PORTS_FROM: String(first) }, START_PORTS);
    if (
      await requireFreePorts(ports, START_PORTS).then(
        () => true,
        () => false,
      )
    )
      return ports;
  }
}

describe('ports that a cloud is about to take', () => {
  it('are all free: nothing is said', async () => {
    await expect(requireFreePorts(await freePorts(), START_PORTS)).resolves.toBeUndefined();
  });

  it('are all named when some are taken, with the variables that move each and all', async () => {
    const ports = await freePorts();
    const servers = [ports.site, ports.aws].map((port) => createServer().listen(port, '127.0.0.1'));
    await Promise.all(servers.map((server) => once(server, 'listening')));
    const refusal = requireFreePorts(ports, START_PORTS);
    await expect(refusal).rejects.toThrow(new RegExp(`port ${ports.site} is taken: .*CPS_SITE_PORT`));
    await expect(refusal).rejects.toThrow(/CPS_AWS_PORT/);
    await expect(refusal).rejects.not.toThrow(/CPS_DNS_PORT/);
    const all = PORT_NAMES.flatMap((name) => portsOf(name, ports)).join(', ');
    await expect(refusal).rejects.toThrow(new RegExp(`All that it needs: ${all}\\. CPS_PORTS_FROM=2\\d000 moves them all`));
    for (const server of servers) server.close();
  });

  it('are also checked over UDP where DNS needs it', async () => {
    const ports = await freePorts();
    const socket = createSocket('udp4');
    socket.bind(ports.dns, '127.0.0.1');
    await once(socket, 'listening');
    await expect(requireFreePorts(ports, START_PORTS)).rejects.toThrow(/CPS_DNS_PORT/);
    socket.close();
  });

  it('are checked one by one where a name has several', async () => {
    const ports = await freePorts();
    const last = portsOf('nameServers', ports).at(-1);
    const server = createServer().listen(last, '127.0.0.1');
    await once(server, 'listening');
    await expect(requireFreePorts(ports, START_PORTS)).rejects.toThrow(
      new RegExp(`port ${last} is taken: .*CPS_NAME_SERVERS_PORT`),
    );
    server.close();
  });
});

describe('a port that nobody outside needs to know', () => {
  it('is not one that the system could give to another connection meanwhile', async () => {
    const ports = await Promise.all(Array.from({ length: 20 }, () => anyFreePort()));
    expect(Math.max(...ports)).toBeLessThan(32_768);
  });
});

describe('a port that answers any client', () => {
  it('is one that browsers open to no page; Node’s fetch keeps their list', async () => {
    const port = await freePortBarredToBrowsers();
    await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toMatchObject({ cause: { message: 'bad port' } });
  });

  it('is the first that is free', async () => {
    expect(await firstFreePort([6665, 6666, 6667], async (port) => port > 6665)).toBe(6666);
    await expect(firstFreePort([6665, 6666], async () => false)).rejects.toThrow('one of these ports has to be free: 6665, 6666');
  });
});
