import { expect, it } from 'vitest';
import { fileMode, ipAddress, portNumber } from '../../../agent/commands/options.ts';

it.each([
  ['0600', 0o600],
  ['640', 0o640],
  ['0440', 0o440],
] as const)('files with private keys may have the mode %s', (text, mode) => {
  expect(fileMode(text)).toBe(mode);
});

it.each(['0644', '0604', '0660', '0750', '4640', '0000', 'rw-r-----', ''])(
  'files with private keys may not be open to others or changed by the group: %j',
  (text) => {
    expect(() => fileMode(text)).toThrow(/others read no private keys/);
  },
);

it.each(['0', '65536', '-1', '1e3', ' 80', ''])('%j is no port', (text) => {
  expect(() => portNumber(text)).toThrow(/must be a port/);
});

it('the web server is looked for at any IP address of this machine, and at no name', () => {
  expect(['192.0.2.7', '::1'].map(ipAddress)).toEqual(['192.0.2.7', '::1']);
  expect(() => ipAddress('localhost')).toThrow(/must be an IP address/);
});
