import { describe, expect, it } from 'vitest';
import { allowedAddress } from '../../../../lambdas/shared/net/allowed-address.ts';
import type { DnsRecord } from '../../../../lambdas/shared/net/resolve.ts';
import { answer, noSuchName, resolverKnowing, servfail } from './answers.ts';

const publicOnly = { allowLoopback: false };
const cname = (name: string, value: string): DnsRecord => ({ type: 'CNAME', name, ttl: 60, value });
const a = (name: string, value: string): DnsRecord => ({ type: 'A', name, ttl: 60, value });

describe('the address to connect to', () => {
  it('is looked up once', async () => {
    const resolve = resolverKnowing({ 'A shop.example.com': ['8.8.8.8'] });
    expect(await allowedAddress(resolve, 'Shop.Example.com', publicOnly)).toEqual({ kind: 'address', address: '8.8.8.8' });
    expect(resolve.asked).toEqual(['A shop.example.com']);
  });

  it('is the first allowed one of several', async () => {
    const resolve = resolverKnowing({ 'A shop.example.com': ['10.0.0.1', '8.8.8.8'] });
    expect(await allowedAddress(resolve, 'shop.example.com', publicOnly)).toMatchObject({ address: '8.8.8.8' });
  });

  it('stands at the end of the CNAME chain in the answer, and nowhere else', async () => {
    const records = [cname('shop.example.com', 'label.test'), a('other.test', '8.8.4.4'), a('label.test', '8.8.8.8')];
    const resolve = resolverKnowing({ 'A shop.example.com': answer(records) });
    expect(await allowedAddress(resolve, 'shop.example.com', publicOnly)).toMatchObject({ address: '8.8.8.8' });
  });

  it('is resolved hop by hop when the answer ends with a CNAME', async () => {
    const resolve = resolverKnowing({
      'A shop.example.com': answer([cname('shop.example.com', 'label.test')]),
      'A label.test': ['8.8.8.8'],
    });
    expect(await allowedAddress(resolve, 'shop.example.com', publicOnly)).toMatchObject({ address: '8.8.8.8' });
  });
});

describe('no address', () => {
  it.each(['127.0.0.1', '10.1.2.3', '169.254.169.254', '0.0.0.0'])('is given for a name that leads to %s', async (address) => {
    const resolve = resolverKnowing({ 'A shop.example.com': [address] });
    expect(await allowedAddress(resolve, 'shop.example.com', publicOnly)).toMatchObject({
      kind: 'failed',
      cause: 'refused-address',
    });
  });

  it('is given where a name leads to many bad ones, and they are not all named', async () => {
    const many = Array.from({ length: 200 }, (_, n) => `10.0.0.${n}`);
    expect(await allowedAddress(resolverKnowing({ 'A shop.example.com': many }), 'shop.example.com', publicOnly)).toMatchObject({
      reason: 'shop.example.com leads to the address 10.0.0.0, 10.0.0.1, 10.0.0.2, which is not on the public internet',
    });
  });

  it.each([
    ['a name without one', {}],
    ['a name that does not exist', { 'A shop.example.com': noSuchName }],
    ['DNS that fails', { 'A shop.example.com': servfail }],
    ['a CNAME that leads back', { 'A shop.example.com': answer([cname('shop.example.com', 'shop.example.com')]) }],
  ])('is given for %s', async (_what, known) => {
    expect(await allowedAddress(resolverKnowing(known), 'shop.example.com', publicOnly)).toMatchObject({
      kind: 'failed',
      cause: 'dns',
    });
  });

  it('is looked up through more than four questions', async () => {
    const hop = (n: number): [string, ReturnType<typeof answer>] => [
      `A hop${n}.test`,
      answer([cname(`hop${n}.test`, `hop${n + 1}.test`)]),
    ];
    const resolve = resolverKnowing(Object.fromEntries(Array.from({ length: 9 }, (_, n) => hop(n))));
    expect(await allowedAddress(resolve, 'hop0.test', publicOnly)).toMatchObject({ kind: 'failed', cause: 'dns' });
    expect(resolve.asked).toHaveLength(4);
  });
});
