import { expect, it } from 'vitest';
import { chainFrom, followCname, lastNameOf, MAX_HOPS, type NameVerdict } from '../../../lambdas/dns/cname-chain.ts';

const isOurs = (name: string) => name.endsWith('.target.test');
const to = (target: string): NameVerdict => ({ kind: 'found', target, addresses: [] });
const nothing: NameVerdict = { kind: 'absent', addresses: [], isNxdomain: false, saidBy: 'example.com' };
const start = chainFrom('shop.example.com');

it('a CNAME chain goes on to the target', () => {
  const chain = followCname(start, to('cdn.example.com'), isOurs);
  expect(chain.end).toBeUndefined();
  expect(lastNameOf(chain)).toBe('cdn.example.com');
});

it('a CNAME chain arrives at a name of ours', () => {
  expect(followCname(start, to('label.target.test'), isOurs)).toMatchObject({
    end: 'arrived',
    targets: ['label.target.test'],
  });
});

it.each([
  ['ends where there is no CNAME', nothing, 'no-cname'],
  ['ends at a target that nobody can ask for', to(`${'x'.repeat(64)}.test`), 'no-cname'],
  ['is unknown where DNS fails', { kind: 'unknown' } as const, 'unknown'],
  ['that leads to its start is a loop', to('shop.example.com'), 'loop'],
])('a CNAME chain %s', (_what, seen, end) => {
  expect(followCname(start, seen, isOurs).end).toBe(end);
});

it('a CNAME chain that comes back to any name it passed is a loop', () => {
  const passed = { hostname: 'a.test', targets: ['b.test', 'c.test'] };
  expect(followCname(passed, to('b.test'), isOurs).end).toBe('loop');
});

it('a CNAME chain is followed over eight hops, and no further', () => {
  const afterHops = (count: number) => ({
    hostname: 'hop0.test',
    targets: Array.from({ length: count }, (_, n) => `hop${n + 1}.test`),
  });
  expect(followCname(afterHops(MAX_HOPS - 2), to('hop7.test'), isOurs).end).toBeUndefined();
  expect(followCname(afterHops(MAX_HOPS - 1), to('hop8.test'), isOurs).end).toBe('too-long');
  expect(followCname(afterHops(MAX_HOPS - 1), to('x.target.test'), isOurs).end).toBe('arrived');
});
