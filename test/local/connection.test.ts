import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { connectionOf, environmentText, withPorts, writePrivately } from '../../local/connection.ts';
import { readPorts, START_PORTS } from '../../local/machine/ports.ts';

const first = {
  organizationId: 'org_1',
  apiKeyId: 'cps_pk_test_1',
  apiKey: 'sk_test_1',
  serverId: 1,
  cnameTarget: 'abc.cname.cps.test',
};
const ports = readPorts({}, START_PORTS);

describe('connection.json', () => {
  it('has these fields and no others', () => {
    expect(connectionOf(first, ports, '/state/pebble/roots.pem')).toEqual({
      base_url: 'http://localhost:8080/api',
      site_url: 'http://localhost:8080',
      api_key_id: 'cps_pk_test_1',
      api_key: 'sk_test_1',
      organization_id: 'org_1',
      server_id: 1,
      cname_target: 'abc.cname.cps.test',
      dns_management_url: 'http://127.0.0.1:8055',
      edge_https_port: 8443,
      edge_http_port: 5080,
      ca_root_file: '/state/pebble/roots.pem',
      acme_directory_url: 'https://127.0.0.1:14000/dir',
    });
  });

  it('keeps organization and key when the ports have moved', () => {
    const moved = withPorts(connectionOf(first, ports, '/roots.pem'), { ...ports, site: 9000, edgeHttps: 9443 });
    expect(moved).toEqual({
      ...connectionOf(first, ports, '/roots.pem'),
      base_url: 'http://localhost:9000/api',
      site_url: 'http://localhost:9000',
      edge_https_port: 9443,
    });
  });

  it('is readable by its owner only, also when it replaces a file that was not', () => {
    const path = join(mkdtempSync(join(tmpdir(), 'connection-')), 'connection.json');
    writeFileSync(path, 'old', { mode: 0o644 });
    writePrivately(path, { api_key: 'secret' });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ api_key: 'secret' });
  });
});

describe('connection.env', () => {
  it('gives a shell the variables that every client reads', () => {
    const path = join(mkdtempSync(join(tmpdir(), 'connection-')), 'connection.env');
    writePrivately(path, environmentText(connectionOf(first, ports, '/roots.pem')));
    const command = `. ${path} && printenv CPS_SITE_URL CPS_API_KEY_ID CPS_API_KEY`;
    const printed = execFileSync('sh', ['-c', command], { encoding: 'utf8' });
    expect(printed.trim().split('\n')).toEqual(['http://localhost:8080', first.apiKeyId, first.apiKey]);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('is described on the page about your own machine, as each field of connection.json is', () => {
    const page = readFileSync('docs/guides/local-machine.md', 'utf8');
    expect(page).toContain('. .local/connection.env');
    const fields = [...page.matchAll(/^\| (`\w+`.*?) \|/gm)].flatMap(([, cell = '']) => [...cell.matchAll(/`(\w+)`/g)]);
    const others = ['portal_url', 'dashboard_url', 'dashboard_email', 'dashboard_password', 'mails_folder', 'shortened_times'];
    const known = [...Object.keys(connectionOf(first, ports, '/roots.pem')), ...others];
    expect(fields.map(([, name]) => name).toSorted()).toEqual(known.toSorted());
  });
});
