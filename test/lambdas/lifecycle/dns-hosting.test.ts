import { describe, expect, it } from 'vitest';
import { withDnsHosting } from '../../../lambdas/lifecycle/dns-transition.ts';
import type { DnsObservation } from '../../../lambdas/lifecycle/observation.ts';
import { aDomain, later, NOW, timings } from '../a-domain.ts';
import { checkRequested, decideOnDns, decideOnObservation } from './said-decisions.ts';

const atCloudflare = { zone: 'customer.com', provider: 'cloudflare' };
const missing: DnsObservation = { kind: 'cname-missing', evidence: [], hosting: atCloudflare };
const awaiting = aDomain('awaiting-dns');

describe('where the records of a hostname are edited', () => {
  it('is kept with the first finding of a check', () => {
    expect(decideOnDns(awaiting, missing, { now: NOW, timings })).toMatchObject({
      changed: true,
      domain: { hosting: { provider: 'cloudflare' } },
    });
  });

  it('is kept when the CNAME is found at once, and when its window ends', () => {
    const found = decideOnDns(awaiting, { ...missing, kind: 'cname-matched' }, { now: NOW, timings });
    expect(found.domain).toMatchObject({ phase: 'preparing', hosting: { provider: 'cloudflare' } });
    const over = decideOnDns(awaiting, missing, { now: later(25 * 3_600_000), timings });
    expect(over.domain).toMatchObject({ dnsStatus: 'error', hosting: { provider: 'cloudflare' } });
  });

  it('costs no write at a check that finds what the last one found, even if it has changed', () => {
    const first = aDomain('awaiting-dns', decideOnDns(awaiting, missing, { now: NOW, timings }).domain);
    const moved: DnsObservation = { ...missing, hosting: { zone: 'customer.com', provider: 'godaddy' } };
    expect(decideOnDns(first, moved, { now: later(300_000), timings })).toMatchObject({ changed: false, domain: first });
    expect(
      decideOnObservation(aDomain('active'), { dns: { ...moved, kind: 'cname-matched' } }, { now: NOW, timings }),
    ).toBeUndefined();
  });

  it('is kept with whatever else a check of a domain at rest writes', () => {
    expect(decideOnObservation(aDomain('active'), { dns: missing }, { now: NOW, timings })?.domain).toMatchObject({
      hosting: { provider: 'cloudflare' },
    });
  });

  it('is shown to who asks for a check, whether it is written or not', () => {
    const first = aDomain('awaiting-dns', decideOnDns(awaiting, missing, { now: NOW, timings }).domain);
    const moved: DnsObservation = { ...missing, hosting: { zone: 'customer.com', provider: 'godaddy' } };
    expect(checkRequested(first, moved, 'integrator', { now: NOW, timings })).toMatchObject({
      kind: 'unchanged',
      domain: { hosting: { provider: 'godaddy' } },
    });
    expect(checkRequested(awaiting, missing, 'integrator', { now: NOW, timings })).toMatchObject({
      kind: 'changed',
      domain: { hosting: { provider: 'cloudflare' } },
    });
  });

  it.each<[string, DnsObservation['hosting'], string | undefined]>([
    ['the registrable domain is not kept', atCloudflare, undefined],
    ['a zone below it is', { zone: 'eu.customer.com' }, 'eu.customer.com'],
    ['the hostname as a zone of its own is', { zone: 'shop.eu.customer.com' }, 'shop.eu.customer.com'],
  ])('as the zone, %s', (_, hosting, kept) => {
    const setup = { at: NOW.toISOString(), zone: 'customer.com', cnameTarget: 'label.cname.service.net' };
    const before = { provider: 'godaddy', zone: 'old.customer.com', setup };
    const domain = aDomain('active', { url: 'shop.eu.customer.com', cname: { host: 'shop.eu' }, hosting: before });
    const after = withDnsHosting(domain, { hosting });
    expect(after.hosting.zone).toBe(kept);
    expect(after.hosting.setup).toEqual(setup);
    expect(after).toMatchObject({ url: 'shop.eu.customer.com' });
  });

  it.each([
    ['a check that did not see it', undefined],
    ['a registry’s zone, where the name is not delegated', { zone: 'com', provider: 'godaddy' }],
    ['another name’s zone', { zone: 'other.com', provider: 'godaddy' }],
  ])('stays as it was seen before after %s', (_, hosting) => {
    const domain = aDomain('active', { hosting: { provider: 'cloudflare' } });
    expect(withDnsHosting(domain, { hosting })).toBe(domain);
  });

  it('is unknown where the provider has changed to an unknown one', () => {
    expect(
      withDnsHosting(aDomain('active', { hosting: { provider: 'cloudflare' } }), { hosting: { zone: 'customer.com' } }),
    ).toEqual(aDomain('active'));
  });
});
