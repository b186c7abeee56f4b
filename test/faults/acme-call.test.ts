import { expect, it } from 'vitest';
import { addressesIn, callOf, orderedHostname } from './acme-call.ts';

const CA = 'https://127.0.0.1:14000';

it('the fault proxy knows every call of an order by its path', () => {
  const paths = [
    '/dir',
    '/nonce-plz',
    '/order-plz',
    '/authZ/a',
    '/chalZ/c',
    '/my-order/o',
    '/finalize-order/o',
    '/certZ/c',
    '/rollover-account-key',
  ];
  expect([...paths, '/my-account/1'].map(callOf)).toEqual([
    ...[
      'directory',
      'newNonce',
      'newOrder',
      'authorization',
      'challenge',
      'order',
      'finalize',
      'certificate',
      'keyChange',
      'other',
    ],
  ]);
});

it('the fault proxy reads the hostname of an order in its payload, and none in what is no order', () => {
  const payload = Buffer.from(JSON.stringify({ identifiers: [{ type: 'dns', value: 'a.test' }] })).toString('base64url');
  expect(orderedHostname(JSON.stringify({ payload }))).toBe('a.test');
  expect(['', 'null', '{}', '{"payload":"!"}'].map(orderedHostname)).toEqual([undefined, undefined, undefined, undefined]);
});

it('the fault proxy learns from an answer which addresses belong to an order', () => {
  const order = { authorizations: [`${CA}/authZ/1`], finalize: `${CA}/finalize-order/1`, certificate: `${CA}/certZ/1` };
  expect(addressesIn(JSON.stringify(order), `${CA}/my-order/1`)).toEqual([
    ...['/my-order/1', '/finalize-order/1', '/certZ/1', '/authZ/1'],
  ]);
  expect(addressesIn(JSON.stringify({ challenges: [{ url: `${CA}/chalZ/1` }] }), undefined)).toEqual(['/chalZ/1']);
  expect(addressesIn('-----BEGIN CERTIFICATE-----', undefined)).toEqual([]);
});
