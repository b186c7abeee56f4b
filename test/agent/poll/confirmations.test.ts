import { describe, expect, it } from 'vitest';
import { Confirmations } from '../../../agent/poll/confirmations.ts';

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
    confirmations.recordCheck(failed, nowMs);
    const before = nowMs;
    while (confirmations.due(nowMs, 10).length === 0) nowMs += 1000;
    return (nowMs - before) / 1000;
  });
  expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]);
});

it('a certificate that was stored is awaited afresh when another takes its place, also in the middle of a check', () => {
  const confirmations = awaited();
  confirmations.expect(HOST, 'bb', 0);
  confirmations.recordCheck(right, -1000);
  expect(confirmations.due(0, 10)).toEqual([HOST]);
});

it('a certificate that was stored is forgotten when it is removed', () => {
  const confirmations = awaited();
  confirmations.forget(HOST);
  expect(confirmations.due(0, 10)).toEqual([]);
});

it('a certificate that was stored is under way until it is shown, and for a minute at most', () => {
  const confirmations = awaited();
  expect([confirmations.recentCount(0), confirmations.recentCount(59_999), confirmations.recentCount(60_000)]).toEqual([1, 1, 0]);
  confirmations.recordCheck(right, 0);
  expect(confirmations.recentCount(1)).toBe(0);
});

it('no more are due at once than asked for', () => {
  const confirmations = new Confirmations();
  for (let i = 0; i < 5; i += 1) confirmations.expect(`h${i}.customer.com`, 'aa', 0);
  expect(confirmations.due(0, 3)).toHaveLength(3);
});

describe('a service', () => {
  const served = (names: number, place = '0.7') => {
    const confirmations = new Confirmations();
    const hosts = Array.from({ length: names }, (_, n) => `h${n}.customer.com`);
    for (const host of hosts) confirmations.expect(host, 'aa', 0);
    confirmations.setPlace(place);
    return { confirmations, hosts };
  };
  const shows = (hostname: string) => ({ hostname, fingerprint_sha256: 'aa' });

  it('gets one report of 5,000 names, once each was checked', () => {
    const { confirmations, hosts } = served(5_000);
    let reports = 0;
    for (const host of hosts) {
      confirmations.recordCheck(shows(host), 10);
      if (confirmations.dueReport(10)) reports += 1;
    }
    expect(reports).toBe(1);
    const serving = confirmations.dueReport(10) ?? expect.fail('nothing to say');
    expect(serving).toEqual({ place: '0.7', missing: [], missing_count: 0 });
    confirmations.recordReportResult(serving, true, 10);
    expect(confirmations.dueReport(1e9)).toBeUndefined();
    expect(confirmations.size).toBe(0);
  });

  it('gets the twenty that were stored last of those that are not served, and how many there are', () => {
    const { confirmations, hosts } = served(30);
    for (const host of hosts) confirmations.recordCheck({ hostname: host, error: 'ECONNREFUSED' }, 10);
    confirmations.expect('late.customer.com', 'aa', 20);
    expect(confirmations.dueReport(20)).toBeUndefined();
    confirmations.recordCheck({ hostname: 'late.customer.com', fingerprint_sha256: 'bb' }, 20);
    const { missing, missing_count } = confirmations.dueReport(20) ?? expect.fail('nothing to say');
    expect(missing).toHaveLength(20);
    expect(missing[0]).toEqual({ hostname: 'late.customer.com', fingerprint_sha256: 'bb' });
    expect(missing_count).toBe(31);
  });

  it('gets nothing in the middle of a list, and then how far the machine has come', () => {
    const { confirmations, hosts } = served(1, '');
    confirmations.recordCheck(shows(hosts[0] ?? ''), 0);
    expect(confirmations.dueReport(0)).toBeUndefined();
    confirmations.setPlace('0.9');
    expect(confirmations.dueReport(0)?.place).toBe('0.9');
    confirmations.setPlace('');
    expect(confirmations.dueReport(0)?.place).toBe('0.9');
  });

  it('gets the next report two seconds later at the earliest, and ever later while it takes none', () => {
    const { confirmations, hosts } = served(1);
    confirmations.recordCheck({ hostname: hosts[0] ?? '', error: 'ECONNREFUSED' }, 0);
    const first = confirmations.dueReport(0) ?? expect.fail('nothing to say');
    confirmations.recordReportResult(first, true, 0);
    confirmations.recordCheck(shows(hosts[0] ?? ''), 1_000);
    expect([confirmations.dueReport(1_999), confirmations.dueReport(2_000)?.missing_count]).toEqual([undefined, 0]);
    const second = confirmations.dueReport(2_000) ?? expect.fail('nothing to say');
    let nowMs = 2_000;
    const pauses = Array.from({ length: 7 }, () => {
      confirmations.recordReportResult(second, false, nowMs);
      const before = nowMs;
      while (!confirmations.dueReport(nowMs)) nowMs += 1_000;
      return (nowMs - before) / 1_000;
    });
    expect(pauses).toEqual([4, 8, 16, 32, 60, 60, 60]);
  });
});
