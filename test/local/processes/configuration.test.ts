import { describe, expect, it } from 'vitest';
import { policyHeaders } from '../../../lambdas/pages/page-headers.ts';
import { readPorts, START_PORTS } from '../../../local/machine/ports.ts';
import { stateDir } from '../../../local/machine/state-dir.ts';
import { frontDoorConfig } from '../../../local/processes/front-door.ts';
import { pebbleConfig, withRoot } from '../../../local/processes/pebble.ts';
import { webServerConfig } from '../../../local/processes/web-server.ts';

const ports = readPorts({}, START_PORTS);
const pem = (name: string) => `-----BEGIN CERTIFICATE-----\n${name}\n-----END CERTIFICATE-----\n`;

describe('Caddy', () => {
  const frontDoor = frontDoorConfig(ports, 'abc123', { dashboard: '/builds/1', manual: '/manuals/1' });
  const webServer = webServerConfig(ports, stateDir('/state'));

  it.each([frontDoor, webServer])('listens on loopback only, and asks no public CA', (config) => {
    expect(config).toContain('default_bind 127.0.0.1');
    expect(config).toContain('auto_https off');
  });

  it('calls the API by the name under which MiniStack knows it', () => {
    expect(frontDoor).toContain('header_up Host abc123.execute-api.localhost:4566');
  });

  it('is configured on a socket in a private folder or not at all: its own API would load any configuration that a website sends', () => {
    expect(webServer).toContain('admin unix/web-server.sock');
    expect(frontDoor).toContain('admin off');
  });

  it('passes nothing on to MiniStack itself, only to the stage of the API in it', () => {
    expect(frontDoor).toContain('rewrite * /$default{uri}');
  });

  it('serves the dashboard from its build, with the headers of all our pages, and never its manifest', () => {
    const dashboard = frontDoor.slice(frontDoor.indexOf('route @dashboard'), frontDoor.indexOf('route @manual'));
    expect(dashboard).toContain('root "/builds/1"');
    const headers = [...dashboard.matchAll(/header ([a-z-]+) "(.*)"/g)].map(([, name, value]) => [name, value]);
    expect(Object.fromEntries(headers)).toEqual(policyHeaders());
    expect(dashboard).toContain('@page not path /dashboard/assets/*\n\t\t\trewrite @page /dashboard/index.html');
  });

  it('serves the manual from its build, with the same headers', () => {
    const manual = frontDoor.slice(frontDoor.indexOf('route @manual'), frontDoor.indexOf('rewrite * /$default'));
    expect(manual).toContain('root "/manuals/1"');
    for (const [name, value] of Object.entries(policyHeaders())) expect(manual).toContain(`header ${name} "${value}"`);
  });

  it('gets every certificate from the agent: from its folder, or before the next reload from itself, at a path that only they know', () => {
    expect(webServer).toContain('load "/state/agent/combined"');
    expect(webServer).toContain('import "/state/agent/caddy/*.caddy"');
  });
});

describe('Pebble', () => {
  it('listens on loopback only, and validates at the ports of the edge', () => {
    const { pebble } = pebbleConfig({ certificate: 'c', key: 'k' }, ports, 'pebble');
    expect(pebble).toMatchObject({
      listenAddress: '127.0.0.1:14000',
      managementListenAddress: '127.0.0.1:15000',
      httpPort: ports.edgeHttp,
      tlsPort: ports.edgeHttps,
    });
  });

  it('puts a new root first and keeps the former ones', () => {
    expect(withRoot(pem('new'), pem('old') + pem('older'))).toBe(pem('new') + pem('old') + pem('older'));
  });

  it('names a root once', () => {
    expect(withRoot(pem('a'), pem('b') + pem('a'))).toBe(pem('a') + pem('b'));
  });

  it('starts with the first root', () => {
    expect(withRoot(pem('a').trimEnd(), '')).toBe(pem('a'));
  });

  it('forgets roots of long ago', () => {
    const many = Array.from({ length: 30 }, (_, index) => pem(`root ${index}`)).join('');
    expect(withRoot(pem('new'), many).match(/BEGIN/g)).toHaveLength(20);
  });
});
