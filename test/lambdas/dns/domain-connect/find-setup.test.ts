import { describe, expect, it, vi } from 'vitest';
import type { Discovered } from '../../../../lambdas/dns/domain-connect/discover-provider.ts';
import { findSetup } from '../../../../lambdas/dns/domain-connect/find-setup.ts';
import { toValidated } from '../../../../lambdas/lifecycle/dns-transition.ts';
import type { DnsObservation, Unmatched } from '../../../../lambdas/lifecycle/observation.ts';
import type { DomainIn } from '../../../../lambdas/model/domains/domain-row.schema.ts';
import { checkDns } from '../../../../lambdas/steps/dns/check-dns.ts';
import { aDomain, issued, NOW, timings } from '../../a-domain.ts';
import { decideOnDns } from '../../lifecycle/said-decisions.ts';

const domain = aDomain('awaiting-dns');
const LABEL = domain.cname.target.replace('.cname.service.net', '');
const MISSING: Unmatched = { kind: 'cname-missing', evidence: [], hosting: { zone: 'customer.com' } };
const OFFER: Discovered = { kind: 'offered', provider: 'Example Domains', applyUrl: 'https://domains.example/apply' };
const NO_OFFER: Discovered = { kind: 'not-offered', why: 'the zone has no _domainconnect record' };
const later = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000);

function asking(answer: () => Promise<Discovered> = async () => OFFER, validationZone?: string) {
  const discover = vi.fn(answer);
  const log = vi.fn();
  const find = findSetup({
    ...{ discover, log, baseTarget: 'cname.service.net', validationZone },
    portalOf: async (organizationId, hostname) => `https://site.example/portal/${organizationId}?hostname=${hostname}`,
    signer: { keyHost: '_dck1', sign: async () => Buffer.from('signed') },
  });
  return { discover, log, find };
}

async function lookedAt(before: DomainIn<'awaiting-dns'>, { find }: ReturnType<typeof asking>, seen = MISSING, now = NOW) {
  const setup = await find(before, seen, now);
  const { domain: after } = decideOnDns(before, { ...seen, ...(setup && { setup }) }, { now, timings });
  return after as DomainIn<'awaiting-dns'>;
}

describe('whether a DNS provider sets the record automatically', () => {
  it('is looked up at the first check that misses the record, and the link is for this zone, label and portal', async () => {
    const { find, discover } = asking();
    const setup = await find(domain, MISSING, NOW);
    expect(discover).toHaveBeenCalledExactlyOnceWith('customer.com');
    expect(setup).toMatchObject({ provider: 'Example Domains', zone: 'customer.com', cnameTarget: domain.cname.target });
    const { searchParams, origin, pathname } = new URL(setup?.url ?? '');
    expect(origin + pathname).toBe('https://domains.example/apply');
    expect(Object.fromEntries(searchParams)).toEqual({
      ...{ domain: 'customer.com', host: 'shop', label: LABEL, key: '_dck1', sig: Buffer.from('signed').toString('base64') },
      redirect_uri: `https://site.example/portal/${domain.organizationId}?hostname=shop.customer.com`,
    });
  });

  it.each([
    ['it sets it', OFFER],
    ['it does not', NO_OFFER],
  ])('is not looked up again at the checks of a day: %s', async (_, answer) => {
    const asked = asking(async () => answer);
    let row = await lookedAt(domain, asked);
    for (const hours of [1, 12, 23]) row = await lookedAt(row, asked, MISSING, later(hours));
    expect(asked.discover).toHaveBeenCalledOnce();
    expect(row.hosting.setup?.url === undefined).toBe(answer === NO_OFFER);
    await lookedAt(row, asked, MISSING, later(24));
    expect(asked.discover).toHaveBeenCalledTimes(2);
  });

  it.each<[string, () => Promise<Discovered>]>([
    ['has not answered', async () => ({ kind: 'unanswered', why: 'it answered nothing for 1500 ms' })],
    ['could not be asked', () => Promise.reject(new Error('KMS is busy'))],
  ])('a provider that %s is asked again in growing pauses, and not a day later', async (_, answer) => {
    const asked = asking(answer);
    let row = domain;
    const lookAfter = async (hours: number) => {
      const setup = await asked.find(row, MISSING, later(hours));
      row = { ...row, ...(setup && { hosting: { setup } }) };
    };
    for (const [hours, times] of [
      [0, 1],
      [0.9, 1],
      [1, 2],
      [4.9, 2],
      [5, 3],
      [20.9, 3],
      [21, 4],
      [44.9, 4],
      [45, 5],
    ] as const) {
      await lookAfter(hours);
      expect([hours, asked.discover.mock.calls.length]).toEqual([hours, times]);
    }
    asked.discover.mockResolvedValue(OFFER);
    await lookAfter(69);
    expect(row.hosting.setup).toMatchObject({ url: expect.any(String) });
    expect(row.hosting.setup).not.toHaveProperty('failures');
  });

  it('another zone or another server is another question to the provider', async () => {
    const asked = asking();
    const row = await lookedAt(domain, asked);
    const below = aDomain('awaiting-dns', {
      url: 'a.shop.customer.com',
      cname: { host: 'a.shop' },
      hosting: { setup: row.hosting.setup },
    });
    await asked.find(below, { ...MISSING, hosting: { zone: 'shop.customer.com' } }, NOW);
    await asked.find({ ...row, cname: { ...row.cname, target: 'another.cname.service.net' } }, MISSING, NOW);
    expect(asked.discover.mock.calls).toEqual([['customer.com'], ['shop.customer.com'], ['customer.com']]);
  });

  it.each<[string, Partial<Unmatched> | { kind: 'cname-matched' }]>([
    ['the record is right', { kind: 'cname-matched' }],
    ['nobody knows what is there', { kind: 'dns-unknown' }],
    ['the hostname is the zone itself', { hosting: { zone: domain.url } }],
    ['the zone is that of a registry', { hosting: { zone: 'com' } }],
  ])('no provider is asked where %s', async (_, more) => {
    const { find, discover } = asking();
    expect(await find(domain, { ...MISSING, ...more } as Unmatched, NOW)).toBeUndefined();
    expect(discover).not.toHaveBeenCalled();
  });

  it('a question to a provider that fails is logged, fails no check, and is not put at each one', async () => {
    const asked = asking(() => Promise.reject(new Error('no network')));
    const row = await lookedAt(domain, asked);
    expect(row).toMatchObject({ phase: 'awaiting-dns', diagnosis: { code: 'cname_not_found' } });
    expect(row.hosting.setup).not.toHaveProperty('url');
    expect(asked.log).toHaveBeenCalledExactlyOnceWith(
      'warn',
      expect.any(String),
      expect.objectContaining({ domainId: domain.id }),
    );
    await lookedAt(row, asked);
    expect(asked.discover).toHaveBeenCalledOnce();
  });

  it('an offer is written also where a check finds nothing else that is new, as when the stage has begun to ask', async () => {
    const waiting = aDomain('awaiting-dns', { diagnosis: { code: 'cname_not_found', evidence: [] } });
    expect(await lookedAt(waiting, asking())).toHaveProperty('hosting.setup.url');
  });

  it.each<[string, Partial<DomainIn<'awaiting-dns'>> & { stands?: true }, Record<string, string>]>([
    ['for the proof first', {}, { label: 'proofproofproof1', groupId: 'validation' }],
    ['for the proof that stands', { stands: true }, { label: 'proofproofproof1', groupId: 'validation-persist' }],
    ['for the visitors once the certificate is there', { issued }, { label: LABEL, groupId: 'routing' }],
  ])('is asked %s where the CA reads DNS', async (_, { stands, ...more }, expected) => {
    const validation = { target: 'proofproofproof1.proof.service.net', state: 'missing' as const, ...(stands && { stands }) };
    const byDns = { ...domain, validation, ...more };
    const { find } = asking(async () => OFFER, 'proof.service.net');
    const setup = await find(byDns, { ...MISSING, validation: MISSING }, NOW);
    expect(Object.fromEntries(new URL(setup?.url ?? '').searchParams)).toMatchObject({ host: 'shop', ...expected });
    const proven: DnsObservation = { ...MISSING, validation: { kind: 'cname-matched', evidence: [] } };
    expect((await find(byDns, proven, NOW)) === undefined).toBe(expected.groupId !== 'routing');
  });

  it('is no longer offered when the record is there', async () => {
    const row = await lookedAt(domain, asking());
    expect(toValidated(row, [], NOW)).not.toHaveProperty('hosting.setup');
  });

  it('is in what the step check-dns has seen', async () => {
    const setup = { at: NOW.toISOString(), zone: 'customer.com', cnameTarget: domain.cname.target };
    const step = checkDns({
      lookAtRecords: async () => MISSING,
      claims: { validatedWrite: () => ({ Update: undefined }) },
      findSetup: async () => setup,
    });
    expect(await step.gather(domain, { now: NOW, timings })).toMatchObject({ observation: { kind: 'cname-missing', setup } });
  });
});
