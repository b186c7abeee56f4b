import { expect, it } from 'vitest';
import { Confirmations } from '../../../agent/follow/confirmations.ts';

const HOST = 'shop.customer.com';
const right = { hostname: HOST, fingerprint_sha256: 'aa' };
const failed = { hostname: HOST, error: 'ECONNREFUSED' };
const awaited = () => {
  const confirmations = new Confirmations();
  confirmations.expect(HOST, 'aa', 0);
  return confirmations;
};

it('a certificate that was stored is looked at at once, and after 1, 2, 4 … 300 s', () => {
  const confirmations = awaited();
  let nowMs = 0;
  const pauses = Array.from({ length: 11 }, () => {
    expect(confirmations.due(nowMs, 10)).toEqual([HOST]);
    confirmations.looked(failed, nowMs);
    const before = nowMs;
    while (confirmations.due(nowMs, 10).length === 0) nowMs += 1000;
    return (nowMs - before) / 1000;
  });
  expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]);
});

it('a certificate that was stored is done once the service knows that it is shown', () => {
  const confirmations = awaited();
  expect(confirmations.looked(right, 0)).toBe(true);
  confirmations.told([right]);
  expect(confirmations.due(1e9, 10)).toEqual([]);
});

it('a certificate that was stored is told again when the service did not take the report', () => {
  const confirmations = awaited();
  confirmations.looked(right, 0);
  expect(confirmations.due(1000, 10)).toEqual([HOST]);
  expect(confirmations.looked(right, 1000)).toBe(true);
});

it('a certificate that was stored is told once while it fails in the same way', () => {
  const confirmations = awaited();
  expect(confirmations.looked(failed, 0)).toBe(true);
  confirmations.told([failed]);
  expect(confirmations.looked(failed, 1000)).toBe(false);
  expect(confirmations.looked({ hostname: HOST, fingerprint_sha256: 'bb' }, 3000)).toBe(true);
});

it('a certificate that was stored is awaited afresh when another takes its place, also in the middle of a check', () => {
  const confirmations = awaited();
  confirmations.looked(right, 0);
  confirmations.expect(HOST, 'bb', 0);
  confirmations.told([right]);
  expect(confirmations.due(0, 10)).toEqual([HOST]);
});

it('a certificate that was stored is forgotten when it is removed', () => {
  const confirmations = awaited();
  confirmations.forget(HOST);
  expect(confirmations.due(0, 10)).toEqual([]);
  expect(confirmations.looked(right, 0)).toBe(false);
});

it('a certificate that was stored is under way until the service knows that it is shown, and for a minute at most', () => {
  const confirmations = awaited();
  expect([confirmations.fresh(0), confirmations.fresh(59_999), confirmations.fresh(60_000)]).toEqual([1, 1, 0]);
  confirmations.looked(right, 0);
  confirmations.told([right]);
  expect(confirmations.fresh(1)).toBe(0);
});

it('no more are due at once than asked for', () => {
  const confirmations = new Confirmations();
  for (let i = 0; i < 5; i += 1) confirmations.expect(`h${i}.customer.com`, 'aa', 0);
  expect(confirmations.due(0, 3)).toHaveLength(3);
});
