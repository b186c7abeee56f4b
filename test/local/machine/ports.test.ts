import { describe, expect, it } from 'vitest';
import { PORT_NAMES, portVariable, readPorts, START_PORTS, TEST_PORTS } from '../../../local/machine/ports.ts';

describe('the ports of a local cloud', () => {
  it('have the documented places without variables', () => {
    expect(readPorts({}, START_PORTS)).toMatchObject({ site: 8080, edgeHttp: 5080, edgeHttps: 8443, aws: 4566, dns: 8053 });
  });

  it('are moved one by one by their variables', () => {
    const moved = readPorts({ CPS_SITE_PORT: '9000' }, START_PORTS);
    expect(moved).toEqual({ ...readPorts({}, START_PORTS), site: 9000 });
  });

  it('of `npm test` meet none of `npm start`', () => {
    const start = Object.values(readPorts({}, START_PORTS));
    expect(Object.values(readPorts({}, TEST_PORTS)).filter((port) => start.includes(port))).toEqual([]);
  });

  it('of `npm test` stay where they are when those of `npm start` move', () => {
    expect(readPorts({ CPS_SITE_PORT: '9000' }, TEST_PORTS).site).toBe(18_080);
    expect(readPorts({ CPS_TEST_SITE_PORT: '9000' }, TEST_PORTS).site).toBe(9000);
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
