import { expect, it } from 'vitest';
import { Nonces } from '../../../lambdas/acme/transport.gateway.ts';

it('a nonce is given out once, the newest first', () => {
  const nonces = new Nonces();
  nonces.offer('one');
  nonces.offer('two');
  expect([nonces.take(), nonces.take(), nonces.take()]).toEqual(['two', 'one', undefined]);
});

it.each([undefined, '', 'not base64url!', ['a', 'b']])('%j is no nonce and is ignored', (nonce) => {
  const nonces = new Nonces();
  nonces.offer(nonce);
  expect(nonces.take()).toBeUndefined();
});

it('the pool of nonces is bounded and forgets the oldest', () => {
  const nonces = new Nonces();
  for (let number = 0; number < 100; number += 1) nonces.offer(`nonce-${number}`);
  const taken = Array.from({ length: 100 }, () => nonces.take()).filter((nonce) => nonce !== undefined);
  expect(taken).toHaveLength(32);
  expect(taken.at(-1)).toBe('nonce-68');
});

it('a nonce is borrowed only where there is none, because somebody may have used it', () => {
  const nonces = new Nonces();
  nonces.offer('own');
  nonces.borrow('borrowed');
  expect([nonces.take(), nonces.take()]).toEqual(['own', undefined]);
  nonces.borrow('borrowed');
  expect(nonces.take()).toBe('borrowed');
});
