import { describe, expect, it } from 'vitest';
import { checkDns } from '../../../lambdas/dns/check-dns.ts';
import { aDomain, NOW, timings } from '../a-domain.ts';
import { resolverKnowing, servfail } from '../shared/net/answers.ts';

const domain = aDomain('awaiting-dns');
const asked = `CNAME ${domain.url}`;

async function run(known: Parameters<typeof resolverKnowing>[0]) {
  const servers = { ownerOfLabel: async () => undefined };
  const step = checkDns({ resolve: resolverKnowing(known), servers, baseTarget: 'cname.service.net' });
  const { seen } = await step.gather(domain, NOW, timings);
  return step.decide(domain, seen, NOW, timings).domain;
}

describe('the step check-dns', () => {
  it('takes a domain on when its CNAME is there', async () => {
    expect(await run({ [asked]: [domain.cnameTarget] })).toMatchObject({ phase: 'preparing', dnsStatus: 'validated' });
  });

  it('keeps it waiting, with the diagnosis, while the CNAME is missing', async () => {
    expect(await run({})).toMatchObject({ phase: 'awaiting-dns', dnsStatus: 'pending', diagnosis: { code: 'cname_not_found' } });
  });

  it('keeps it waiting, with both targets, while the CNAME is wrong', async () => {
    expect(await run({ [asked]: ['elsewhere.net'] })).toMatchObject({
      phase: 'awaiting-dns',
      error: { code: 'invalid_cname_target', details: { actual_target: 'elsewhere.net', expected_target: domain.cnameTarget } },
    });
  });

  it('keeps it waiting while DNS fails', async () => {
    expect(await run({ [asked]: servfail })).toMatchObject({
      phase: 'awaiting-dns',
      diagnosis: { code: 'dns_validation_failed', reason: 'servfail' },
    });
  });
});
