import { expect, it } from 'vitest';
import { signDays } from '../../../lambdas/audit-chain/sign-days.ts';
import { HOUR, later } from '../a-domain.ts';
import { ASealedAudit, DAY } from './a-sealed-audit.ts';

const MINUTE = 60_000;
/** From NOW to the next midnight. */
const MIDNIGHT = 12 * HOUR;
const dayIn = (audit: ASealedAudit, at: number) => JSON.parse(audit.days[at]?.text ?? '{}');

async function withSeals(): Promise<ASealedAudit> {
  const audit = new ASealedAudit();
  await audit.seal([audit.add(later(0))]);
  await audit.seal([audit.add(later(1)), audit.add(later(2), 'org_B')]);
  return audit;
}

it('a day is signed once it is over and the index has settled, with the head of each chain that grew', async () => {
  const audit = await withSeals();
  expect(await audit.signUntil(later(MIDNIGHT + 9 * MINUTE))).toEqual(['2026-05-31']);
  expect(await audit.signUntil(later(MIDNIGHT + 10 * MINUTE))).toEqual(['2026-06-01']);
  expect(dayIn(audit, 1)).toMatchObject({
    day: '2026-06-01',
    heads: {
      org_A: { number: 2, sha256: audit.sealItem(2).sha256 },
      org_B: { number: 1, sha256: audit.sealItem(1, 'org_B').sha256 },
    },
  });
});

it('a day without a change is signed too, so that none can be missing unseen', async () => {
  const audit = await withSeals();
  await audit.signUntil(later(MIDNIGHT + HOUR));
  await audit.signUntil(later(MIDNIGHT + DAY + HOUR));
  expect(dayIn(audit, 1)).toMatchObject({ day: '2026-06-02', heads: {}, previousSha256: expect.any(String) });
});

it('days that were missed are made up for, oldest first', async () => {
  const audit = await withSeals();
  await audit.signUntil(later(0));
  expect(await audit.signUntil(later(3 * DAY))).toEqual(['2026-06-01', '2026-06-02', '2026-06-03']);
  audit.now = later(3 * DAY);
  expect((await audit.verify()).findings).toEqual([]);
});

it('a signer that is killed leaves whole days, and the next one goes on behind them', async () => {
  const audit = await withSeals();
  await audit.signUntil(later(0));
  audit.now = later(3 * DAY);
  audit.ports.signDigest.mockResolvedValueOnce(new Uint8Array()).mockRejectedValueOnce(new Error('killed'));
  await expect(signDays(audit.ports)).rejects.toThrow('killed');
  expect(audit.days.map(({ day }) => day)).toEqual(['2026-05-31', '2026-06-01']);
  expect(await audit.signUntil(later(3 * DAY))).toEqual(['2026-06-02', '2026-06-03']);
  expect((await audit.verify()).findings).toEqual([]);
});

it('of two that sign at once each day is kept of one, and the days fit together', async () => {
  const audit = await withSeals();
  await audit.signUntil(later(0));
  audit.now = later(3 * DAY);
  const signed = await Promise.all([signDays(audit.ports), signDays(audit.ports)]);
  expect(signed.flat().sort()).toEqual(['2026-06-01', '2026-06-02', '2026-06-03']);
  expect((await audit.verify()).findings).toEqual([]);
});

it('a run that finds all signed asks once, and signs nothing', async () => {
  const audit = await withSeals();
  await audit.signUntil(later(MIDNIGHT + HOUR));
  expect(await audit.signUntil(later(MIDNIGHT + HOUR))).toEqual([]);
  expect(audit.days).toHaveLength(1);
});
