import { InvalidArgumentError } from 'commander';
import { expect, it } from 'vitest';
import {
  emailAddresses,
  hours,
  instant,
  nonEmpty,
  permissionList,
  USUAL_PERMISSIONS,
  wholeNumber,
} from '../../../bin/admin/arguments.ts';
import { PERMISSIONS } from '../../../contract/api/operations.ts';

it.each([
  ['1', 1],
  ['1000000', 1_000_000],
  ['9007199254740991', Number.MAX_SAFE_INTEGER],
])('a number may be %s', (text, number) => {
  expect(wholeNumber(text)).toBe(number);
});

it.each(['0', '-1', '1.5', '01', '', ' 1', '1e3', '9007199254740992'])('a number may not be %s', (text) => {
  expect(() => wholeNumber(text)).toThrow(InvalidArgumentError);
});

it.each([
  ['0', 0],
  ['24', 24],
  ['99999', 99_999],
])('hours may be %s', (text, number) => {
  expect(hours(text)).toBe(number);
});

it.each(['-1', '00', '1.5', '100000', ''])('hours may not be %s', (text) => {
  expect(() => hours(text)).toThrow(InvalidArgumentError);
});

it('permissions are told by their names', () => {
  expect(permissionList('domains.read, webhooks.write')).toEqual(['domains.read', 'webhooks.write']);
  expect(() => permissionList('domains.read,all')).toThrow(/all is not one of/);
});

it('a key whose permissions are not named neither enrolls machines, which gets private keys, nor makes keys, nor reads the audit', () => {
  const others = PERMISSIONS.filter((permission) => !USUAL_PERMISSIONS.includes(permission));
  expect(others).toEqual(['servers.write', 'keys.read', 'keys.write', 'audit.read']);
});

it('addresses are collected, each of them one', () => {
  expect(emailAddresses('b@acme.test', emailAddresses('a@acme.test'))).toEqual(['a@acme.test', 'b@acme.test']);
  expect(() => emailAddresses('a,b@acme.test')).toThrow(InvalidArgumentError);
});

it('a name is not only white space', () => {
  expect(() => nonEmpty(' ')).toThrow(InvalidArgumentError);
});

it('an instant is ISO 8601', () => {
  expect(instant('2026-11-21T10:00:00Z')).toEqual(new Date('2026-11-21T10:00:00Z'));
  expect(() => instant('yesterday')).toThrow(InvalidArgumentError);
});
