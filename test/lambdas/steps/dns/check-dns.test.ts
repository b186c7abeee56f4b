import { describe, expect, it } from 'vitest';
import { recursiveReader } from '../../../../lambdas/dns/walk/dns-reader.ts';
import { checkDns } from '../../../../lambdas/steps/dns/check-dns.ts';
import { openDns } from '../../../../lambdas/wiring/dns.wiring.ts';
import { openRows } from '../../../../lambdas/wiring/rows.wiring.ts';
import { openSteps } from '../../../../lambdas/wiring/steps.wiring.ts';
import { aDomain, NOW, said, timings } from '../../a-domain.ts';
import { edgesWith } from '../../edges.ts';
import { resolverKnowing, servfail } from '../../shared/net/answers.ts';

const domain = aDomain('awaiting-dns');
const question = `CNAME ${domain.url}`;

async function run(known: Parameters<typeof resolverKnowing>[0]) {
  const { observation } = await gather(known);
  return said(step(known).decide(domain, observation, { now: NOW, timings }).domain);
}

const gather = (known: Parameters<typeof resolverKnowing>[0]) => step(known).gather(domain, { now: NOW, timings });
const ports = (known: Parameters<typeof resolverKnowing>[0]) => {
  const openDnsReader = () => recursiveReader(resolverKnowing(known));
  return openDns(openSteps(openRows(edgesWith({ openDnsReader }))));
};
const step = (known: Parameters<typeof resolverKnowing>[0]) => checkDns(ports(known));

describe('the step check-dns', () => {
  it('lets a domain continue when its CNAME is there', async () => {
    expect(await run({ [question]: [domain.cname.target] })).toMatchObject({ phase: 'preparing', dnsStatus: 'validated' });
  });

  it('makes its claim lasting in the same transaction, and in no other case', async () => {
    const { claims } = ports({});
    expect((await gather({ [question]: [domain.cname.target] })).alongside).toEqual([claims.validatedWrite(domain, NOW)]);
    for (const known of [{}, { [question]: ['elsewhere.net'] }, { [question]: servfail }]) {
      expect(await gather(known)).not.toHaveProperty('alongside');
    }
  });

  it('looks for the record of a hostname that is validated by DNS, which makes its claim lasting, and the traffic does not', async () => {
    const target = 'secret.validation.service.net';
    const byDns = { ...domain, validation: { target, state: 'missing' as const } };
    const record = `CNAME _acme-challenge.${domain.url}`;
    const at = (known: Parameters<typeof resolverKnowing>[0]) => step(known).gather(byDns, { now: NOW, timings });
    const seen = await at({ [record]: [target] });
    expect(seen).toMatchObject({ observation: { kind: 'cname-missing', validation: { kind: 'cname-matched' } } });
    expect(seen.alongside).toHaveLength(1);
    for (const known of [{}, { [question]: [domain.cname.target] }, { [record]: ['guessed.validation.service.net'] }])
      expect(await at(known)).not.toHaveProperty('alongside');
  });

  it('keeps a domain waiting, with the diagnosis, while the CNAME is missing', async () => {
    expect(await run({})).toMatchObject({ phase: 'awaiting-dns', dnsStatus: 'pending', diagnosis: { code: 'cname_not_found' } });
  });

  it('keeps a domain waiting, with both targets, while the CNAME is wrong', async () => {
    expect(await run({ [question]: ['elsewhere.net'] })).toMatchObject({
      phase: 'awaiting-dns',
      error: { code: 'invalid_cname_target', details: { actual_target: 'elsewhere.net', expected_target: domain.cname.target } },
    });
  });

  it('keeps a domain waiting while DNS fails', async () => {
    expect(await run({ [question]: servfail })).toMatchObject({
      phase: 'awaiting-dns',
      diagnosis: { code: 'dns_validation_failed', reason: 'servfail' },
    });
  });
});
