import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const part = (path: string) => readFileSync(new URL(`../../../agent/packaging/${path}`, import.meta.url), 'utf8');
const settings = (text: string, key: string) => [...text.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value]) => value);
const service = part('systemd/cps-agent.service');
const reload = part('systemd/cps-agent-reload.service');
const enroll = part('systemd/cps-agent-enroll.service');

it('the unit runs the agent as a user of its own, who can gain no right and write to two folders only', () => {
  expect(settings(service, 'User')).toEqual(['cps-agent']);
  expect(settings(service, 'CapabilityBoundingSet')).toEqual(['']);
  const hardening = { NoNewPrivileges: 'yes', ProtectSystem: 'strict', ProtectHome: 'yes', PrivateTmp: 'yes', UMask: '0077' };
  for (const [key, value] of Object.entries(hardening)) expect(settings(service, key), key).toEqual([value]);
  expect([...settings(service, 'StateDirectory'), ...settings(service, 'RuntimeDirectory')]).toEqual(['cps-agent', 'cps-agent']);
  expect(settings(service, 'ReadWritePaths')).toEqual([]);
});

it('the file with which the agent asks for a reload is the one that is waited for, and is gone before the reload', () => {
  const [asked = ''] = /(?<=--reload "touch )\/run\/[^"]+/.exec(service) ?? [];
  expect(settings(part('systemd/cps-agent-reload.path'), 'PathExists')).toEqual([asked]);
  expect(settings(reload, 'ExecStart')).toEqual([`/bin/rm -f ${asked}`, `/bin/systemctl reload \${WEB_SERVER}`]);
});

it('a reload that fails is tried until it succeeds', () => {
  expect(settings(reload, 'Restart')).toEqual(['on-failure']);
  expect(settings(reload, 'StartLimitIntervalSec')).toEqual(['0']);
});

it('the settings of the package name every variable that its units read', () => {
  const read = [...`${service}${reload}${enroll}`.matchAll(/^Exec.*\$\{?(\w+)/gm)].map(([, name]) => name);
  const set = [...part('systemd/cps-agent.default').matchAll(/^(\w+)=/gm)].map(([, name]) => name);
  expect([...new Set(read)].toSorted()).toEqual(set.toSorted());
});

it('the image is made of what npm run build -- agent writes, and does not run as root', () => {
  const dockerfile = part('docker/Dockerfile');
  const written = [...part('package-agent.ts').matchAll(/join\(OUTPUT, '([^']+)'\)/g)].map(([, name]) => name);
  const copied = [...dockerfile.matchAll(/^COPY (\S+) /gm)].map(([, name]) => name);
  expect(copied).toEqual(written);
  expect(dockerfile).toMatch(/^USER node$/m);
});

it('the unit that enrolls at boot does so before the agent runs, as its user, and only where it was told how', () => {
  expect(settings(enroll, 'Before')).toEqual(['cps-agent.service']);
  expect(settings(service, 'After')).toEqual([expect.stringContaining('cps-agent-enroll.service')]);
  expect(settings(enroll, 'User')).toEqual(settings(service, 'User'));
  expect(settings(enroll, 'ExecCondition')).toEqual([`/usr/bin/test -n "\${CPS_AGENT_ENROLL}"`]);
  expect(settings(part('systemd/cps-agent.default'), 'CPS_AGENT_ENROLL')).toEqual(['']);
});

it('the token of the unit that enrolls at boot comes from a file of root, and is in no command line and no settings', () => {
  expect(settings(enroll, 'LoadCredential')).toEqual(['enrollment-token:/etc/cps-agent/enrollment-token']);
  expect(settings(enroll, 'ExecStart')).toEqual([
    expect.stringContaining(` --token-file \${CREDENTIALS_DIRECTORY}/enrollment-token `),
  ]);
  expect(part('debian/postinst')).toContain('chmod 0600 /etc/cps-agent/enrollment-token');
  expect(part('debian/conffiles')).not.toContain('/etc/cps-agent/');
});
