import { expect, it } from 'vitest';
import { STEP_NAMES } from '../../contract/stack/steps.ts';
import type { Call } from './acme-call.ts';
import { type Asked, casesOf, type Fault, planOf } from './cases.ts';
import { acmeFaults } from './faults.ts';
import { faultTable, isLossless } from './report.ts';
import { serviceFaults } from './service-faults.ts';

const faults = acmeFaults(() => {});
const ofTheService = serviceFaults({ kill: () => {}, dispatch: async () => {} });
const asksCa = (call: Call, hostname?: string): Asked => ({ of: 'ca', request: { call, hostname } });
const begun = (these: readonly Fault[]) => casesOf(these, 'x').map((each) => ({ ...each, hasBegun: true }));
const casesAt = (place: string) => begun(faults.filter(({ at }) => at === place));

it('a request of an order meets the fault of its hostname as often as it is played, and nobody else’s', () => {
  const cases = casesAt('newOrder');
  const [first] = cases;
  if (!first) throw new Error('no case');
  const met = Array.from({ length: first.fault.times + 1 }, () => planOf(cases, asksCa('newOrder', first.hostname)));
  expect(met.map((handling) => handling === first.fault.play)).toEqual([true, true, true, false]);
  expect(planOf(cases, asksCa('order', first.hostname))).toBeUndefined();
  expect(planOf(cases, asksCa('newOrder', 'other.test'))).toBeUndefined();
});

it('a request that belongs to no order meets the fault of its call that is played, and none before its domain lives', () => {
  const cases = casesAt('newNonce');
  expect(planOf(casesOf(faults, 'x'), asksCa('newNonce'))).toBeUndefined();
  for (const { fault } of cases) for (let n = 0; n < fault.times; n += 1) planOf(cases, asksCa('newNonce'));
  expect(cases.map(({ met, fault }) => met === fault.times)).not.toContain(false);
});

it('each step of the lifecycle is killed before its outside call, before its write and after it, as it stands in the table of steps', () => {
  const kills = ofTheService.filter(({ title }) => title.startsWith('Lambda killed'));
  expect(kills.map(({ at }) => at)).toEqual(STEP_NAMES.flatMap((step) => [step, step, step]));
});

it('the kill of a step is met by that step of its own domain alone, at its own request', () => {
  const cases = begun(ofTheService.filter(({ at, title }) => at === 'poll-order' && title.includes('before its write')));
  const [only] = cases;
  if (!only) throw new Error('no case');
  const asks = (caller: string, action: string, domainId: number): Asked => ({
    of: 'aws',
    request: { caller, action, domainId, body: `"${only.hostname}"` },
  });
  expect(planOf(cases, asks('DomainsApiServeRegistrations', 'TransactWriteItems', 7))).toBeUndefined();
  expect(planOf(cases, asks('LifecycleStepspollorderFunctionDC1', 'GetItem', 7))).toBeUndefined();
  expect(planOf(cases, asks('LifecycleStepscreateorderFunction07', 'TransactWriteItems', 7))).toBeUndefined();
  expect(planOf(cases, asks('LifecycleStepspollorderFunctionDC1', 'TransactWriteItems', 8))).toBeUndefined();
  expect(planOf(cases, asks('LifecycleStepspollorderFunctionDC1', 'TransactWriteItems', 7))).toBe(only.fault.play);
});

it('a step that has a turn only where the CA fails has the CA fail there once', async () => {
  const cases = begun(ofTheService.filter(({ at }) => at === 'finalize-order'));
  const [first] = cases;
  if (!first) throw new Error('no case');
  const played = await planOf(cases, asksCa('finalize', first.hostname))?.(() => Promise.reject(new Error('asked')), '');
  expect(played).toMatchObject({ status: 503 });
  expect(planOf(cases, asksCa('finalize', first.hostname))).toBeUndefined();
});

it('the table of faults tells what is lost, and one that nobody met proves nothing', () => {
  const cases = casesAt('certificate').map((each) => ({ ...each, met: 1, isWell: true }));
  expect(isLossless(cases)).toBe(true);
  expect(isLossless(cases.map((each, n) => (n === 2 ? { ...each, isWell: false } : each)))).toBe(false);
  expect(isLossless(cases.map((each, n) => (n === 2 ? { ...each, met: 0 } : each)))).toBe(false);
  expect(isLossless([])).toBe(false);
  expect(faultTable(cases)).toContain(`${cases.length} tried, ${cases.length} met their fault, 0 lost`);
});
