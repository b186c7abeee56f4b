import { expect, it } from 'vitest';
import { expiryDistribution } from '../../../lambdas/renewal-scan/scan-metrics.ts';
import { aDomain, HOUR, iso, issued, later, NOW, served } from '../a-domain.ts';

const watch = { domainId: 1, fingerprintSha256: 'ab' } as never;
const ending = (days: number) =>
  aDomain('active', { ...served, served: { certificate: { ...issued, notAfter: iso(days * 24 * HOUR) } } });

it('the days that certificates have left are taken once, in lines that CloudWatch takes, and a visit for them changes nothing', async () => {
  const { visit, take } = expiryDistribution(() => NOW);
  expect(await visit(ending(30), watch)).toEqual({ watch });
  await visit(ending(-2), watch);
  expect(take()).toEqual([{ DaysToExpiry: [30, -2] }]);
  expect(take()).toEqual([]);
  for (let domain = 0; domain < 101; domain += 1) await visit(ending(1), watch);
  expect(take().map(({ DaysToExpiry }) => [DaysToExpiry].flat().length)).toEqual([100, 1]);
});

it('the days that certificates have left are counted from the visit, to a tenth', async () => {
  const { visit, take } = expiryDistribution(() => later(13 * HOUR));
  await visit(ending(1), watch);
  expect(take()).toEqual([{ DaysToExpiry: [0.5] }]);
});
