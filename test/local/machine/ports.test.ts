import { describe, expect, it } from 'vitest';
import {
  ALONE_PORTS,
  CHAOS_PORTS,
  PORT_NAMES,
  type PortRange,
  portsOf,
  portVariable,
  readPorts,
  START_PORTS,
  TEST_PORTS,
} from '../../../local/machine/ports.ts';

describe('the ports of a local cloud', () => {
  it('have the documented places without variables', () => {
    expect(readPorts({}, START_PORTS)).toMatchObject({ site: 8080, edgeHttp: 5080, edgeHttps: 8443, aws: 4566, dns: 8053 });
  });

  it('are moved one by one by their variables', () => {
    const moved = readPorts({ CPS_SITE_PORT: '9000' }, START_PORTS);
    expect(moved).toEqual({ ...readPorts({}, START_PORTS), site: 9000 });
  });

  it('of clouds that run at once do not overlap', () => {
    const everyPort = (range: PortRange) => PORT_NAMES.flatMap((name) => portsOf(name, readPorts({}, range)));
    const all = [START_PORTS, TEST_PORTS, ALONE_PORTS, CHAOS_PORTS].flatMap(everyPort);
    expect(new Set(all).size).toBe(all.length);
  });

  it.each([START_PORTS, TEST_PORTS, ALONE_PORTS, CHAOS_PORTS])(
    'that begin with $variablePrefix are none of those that fetch() refuses as browsers do (https://fetch.spec.whatwg.org/#port-blocking)',
    async (range) => {
      const refused = async (port: number) =>
        fetch(`http://127.0.0.1:${port}/`, { signal: AbortSignal.timeout(1_000) }).then(
          () => false,
          ({ cause }) => cause?.message === 'bad port',
        );
      expect(await refused(10_080)).toBe(true);
      const ports = readPorts({}, range);
      const every = PORT_NAMES.flatMap((name) => portsOf(name, ports));
      const areRefused = await Promise.all(every.map(refused));
      expect(every.filter((_, at) => areRefused[at])).toEqual([]);
    },
  );

  it('of `npm test` stay where they are when those of `npm start` move', () => {
    expect(readPorts({ CPS_SITE_PORT: '9000' }, TEST_PORTS).site).toBe(18_080);
    expect(readPorts({ CPS_TEST_SITE_PORT: '9000' }, TEST_PORTS).site).toBe(9000);
  });

  it('are all moved by one variable, in the order of the table, but for those with a variable of their own', () => {
    const moved = readPorts({ CPS_PORTS_FROM: '20000', CPS_DNS_PORT: '5353' }, START_PORTS);
    expect(moved).toMatchObject({ site: 20_000, edgeHttp: 20_001, edgeHttps: 20_002, aws: 20_003, dns: 5353 });
    expect([moved.agent, moved.nameServers]).toEqual([20_008, 5_360]);
    const { nameServers, secondPebble, secondPebbleManagement, signIn } = readPorts({ CPS_PORTS_FROM: '20000' }, START_PORTS);
    expect([nameServers, secondPebble, secondPebbleManagement, signIn]).toEqual([20_009, 20_020, 20_021, 20_022]);
    expect(readPorts({ CPS_PORTS_FROM: '20000' }, TEST_PORTS)).toEqual(readPorts({}, TEST_PORTS));
    expect(readPorts({ CPS_TEST_PORTS_FROM: '20000' }, TEST_PORTS).edgeHttp).toBe(20_001);
  });

  it('all fit below the last port when they are moved by one variable', () => {
    const last = readPorts({ CPS_PORTS_FROM: '65512' }, START_PORTS).mail;
    expect(last).toBe(65_535);
    expect(() => readPorts({ CPS_PORTS_FROM: '65514' }, START_PORTS)).toThrow('CPS_PORTS_FROM is "65514": it must be a port');
    expect(() => readPorts({ CPS_NAME_SERVERS_PORT: '65526' }, START_PORTS)).toThrow('it must be a port, 1 to 65525');
  });

  it('for the name servers follow each other, and move with the one of DNS unless theirs is set', () => {
    const moved = readPorts({ CPS_DNS_PORT: '9053' }, START_PORTS);
    expect(portsOf('nameServers', moved)).toEqual([9060, 9061, 9062, 9063, 9064, 9065, 9066, 9067, 9068, 9069, 9070]);
    expect(readPorts({ CPS_DNS_PORT: '9053', CPS_NAME_SERVERS_PORT: '9100' }, START_PORTS).nameServers).toBe(9100);
    expect(readPorts({ CPS_TEST_DNS_PORT: '9053' }, TEST_PORTS).nameServers).toBe(9060);
    expect(() => readPorts({ CPS_NAME_SERVERS_PORT: '8075' }, START_PORTS)).toThrow('are both 8080');
    expect(() => readPorts({ CPS_DNS_PORT: '65530' }, START_PORTS)).toThrow('CPS_NAME_SERVERS_PORT');
  });

  it('have a variable each', () => {
    expect(new Set(PORT_NAMES.map((name) => portVariable(name, START_PORTS))).size).toBe(PORT_NAMES.length);
  });

  it.each(['0', '65536', '80a', '-1', '8080.5', ' 80'])('refuse "%s", naming the variable', (value) => {
    expect(() => readPorts({ CPS_DNS_PORT: value }, START_PORTS)).toThrow(/CPS_DNS_PORT is ".*1 to 65535/);
  });

  it('refuse one port given twice, naming both variables', () => {
    expect(() => readPorts({ CPS_SITE_PORT: '8443' }, START_PORTS)).toThrow(
      'CPS_SITE_PORT and CPS_EDGE_HTTPS_PORT are both 8443',
    );
  });
});
