import { expect, it } from 'vitest';
import { chainFrom, followed, MOST_HOPS, tipOf } from '../../../lambdas/dns/cname-chain.ts';
import { answer, noSuchName, servfail } from '../shared/net/answers.ts';

const isOurs = (name: string) => name.endsWith('.target.test');
const cname = (name: string, value: string) => answer([{ type: 'CNAME', name, ttl: 60, value }]);
const start = chainFrom('shop.example.com');

it('a CNAME chain goes on to the target', () => {
  const chain = followed(start, cname('shop.example.com', 'cdn.example.com'), isOurs);
  expect(chain.end).toBeUndefined();
  expect(tipOf(chain)).toBe('cdn.example.com');
});

it('a CNAME chain arrives at a name of ours', () => {
  expect(followed(start, cname('shop.example.com', 'label.target.test'), isOurs)).toMatchObject({
    end: 'arrived',
    targets: ['label.target.test'],
  });
});

it.each([
  ['ends where there is no CNAME', answer([]), 'no-cname'],
  ['ends where the name does not exist', noSuchName, 'no-cname'],
  ['ends at a record of another name', cname('other.example.com', 'label.target.test'), 'no-cname'],
  ['ends at a target that nobody can ask for', cname('shop.example.com', `${'x'.repeat(64)}.test`), 'no-cname'],
  ['is unknown where DNS fails', servfail, 'unknown'],
  ['that leads to its start is a loop', cname('shop.example.com', 'shop.example.com'), 'loop'],
])('a CNAME chain %s', (_what, seen, end) => {
  expect(followed(start, seen, isOurs).end).toBe(end);
});

it('a CNAME chain that comes back to any name it passed is a loop', () => {
  const passed = { hostname: 'a.test', targets: ['b.test', 'c.test'] };
  expect(followed(passed, cname('c.test', 'b.test'), isOurs).end).toBe('loop');
});

it('a CNAME chain is followed over eight hops, and no further', () => {
  const afterHops = (count: number) => ({
    hostname: 'hop0.test',
    targets: Array.from({ length: count }, (_, n) => `hop${n + 1}.test`),
  });
  expect(followed(afterHops(MOST_HOPS - 2), cname('hop6.test', 'hop7.test'), isOurs).end).toBeUndefined();
  expect(followed(afterHops(MOST_HOPS - 1), cname('hop7.test', 'hop8.test'), isOurs).end).toBe('too-long');
  expect(followed(afterHops(MOST_HOPS - 1), cname('hop7.test', 'x.target.test'), isOurs).end).toBe('arrived');
});
