import { describe, expect, it } from 'vitest';
import { withDnsHosting } from '../../../lambdas/lifecycle/dns-transition.ts';
import type { DnsObservation, MoveObservation } from '../../../lambdas/lifecycle/observation.ts';
import { aDomain, later, NOW, timings } from '../a-domain.ts';
import { checkRequested, decideOnDns, decideOnMove, decideOnObservation } from './said-decisions.ts';

const atCloudflare = { zone: 'customer.com', provider: 'cloudflare' };
const missing: DnsObservation = { kind: 'cname-missing', evidence: [], hosting: atCloudflare };
const awaiting = aDomain('awaiting-dns');
const first = aDomain('awaiting-dns', decideOnDns(awaiting, missing, { now: NOW, timings }).domain);
const moved: DnsObservation = { ...missing, hosting: { zone: 'customer.com', provider: 'godaddy' } };
const toUnknown: DnsObservation = { ...missing, hosting: { zone: 'customer.com' } };
/** The hosting that a written check stores. */
function checked(domain: typeof first, observation: DnsObservation, afterMs: number) {
  const decided = decideOnDns(domain, observation, { now: later(afterMs), timings });
  return decided.changed ? decided.domain.hosting : expect.fail('nothing is written');
}

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

  it('costs no write at a check that finds what the last one found', () => {
    expect(decideOnDns(first, missing, { now: later(300_000), timings })).toMatchObject({ changed: false, domain: first });
    expect(decideOnDns(first, { kind: 'cname-missing', evidence: [] }, { now: later(300_000), timings })).toMatchObject({
      changed: false,
    });
    expect(
      decideOnObservation(aDomain('active'), { dns: { ...moved, kind: 'cname-matched' } }, { now: NOW, timings }),
    ).toBeUndefined();
  });

  it('is read again where the zone has moved, though the check finds what the last one found', () => {
    expect(checked(first, moved, 300_000)).toMatchObject({ provider: 'godaddy' });
    expect(checked(first, toUnknown, 300_000)).not.toHaveProperty('provider');
    const unknown = aDomain('awaiting-dns', decideOnDns(awaiting, toUnknown, { now: NOW, timings }).domain);
    expect(checked(unknown, moved, 300_000)).toMatchObject({ provider: 'godaddy' });
  });

  it('is written twice a day at most where name servers disagree, and is unknown then', () => {
    let domain = first;
    const written: unknown[] = [];
    for (let at = 1; at < 24 * 12; at += 1) {
      const decided = decideOnDns(domain, at % 2 ? moved : missing, { now: later(at * 300_000), timings });
      if (decided.changed) written.push(decided.domain.hosting.provider);
      domain = aDomain('awaiting-dns', decided.domain);
    }
    expect(written).toEqual(['godaddy', undefined]);
    const longer = { ...domain, dnsDeadlineAt: later(48 * 3_600_000).toISOString() };
    expect(checked(longer, moved, 25 * 3_600_000)).toMatchObject({ provider: 'godaddy' });
  });

  it('is read again by the checks after the window, which write their time in any case', () => {
    const over = decideOnDns(awaiting, missing, { now: later(25 * 3_600_000), timings }).domain;
    const time = { now: later(26 * 3_600_000), timings };
    expect(decideOnObservation(over, { dns: moved }, time)).toMatchObject({
      isQuiet: true,
      domain: { hosting: { provider: 'godaddy' } },
    });
  });

  it('is kept with whatever else a check of a domain at rest writes', () => {
    expect(decideOnObservation(aDomain('active'), { dns: missing }, { now: NOW, timings })?.domain).toMatchObject({
      hosting: { provider: 'cloudflare' },
    });
  });

  it('is read again by a domain that moves to another server, with what its step writes', () => {
    const dns: MoveObservation['dns'] = { ...moved, kind: 'cname-missing' };
    const installation: MoveObservation['installation'] = { kind: 'new-certificate-seen', evidence: [] };
    const moving = aDomain('moving', { hosting: { provider: 'cloudflare' } });
    expect(decideOnMove(moving, { installation, dns }, { now: NOW, timings })).toMatchObject({
      changed: true,
      domain: { hosting: { provider: 'godaddy' } },
    });
  });

  it('is shown to who asks for a check, whether it is written or not', () => {
    expect(checkRequested(first, moved, 'integrator', { now: NOW, timings })).toMatchObject({
      kind: 'changed',
      domain: { hosting: { provider: 'godaddy' } },
    });
    expect(checkRequested(aDomain('ordering'), moved, 'integrator', { now: NOW, timings })).toMatchObject({
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
    const before = { ...(hosting?.provider && { provider: hosting.provider }), zone: 'old.customer.com', setup };
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

  it('takes the offer of the former provider with it', () => {
    const setup = { at: NOW.toISOString(), zone: 'customer.com', cnameTarget: 'label.cname.service.net' };
    const domain = aDomain('awaiting-dns', { ...first, hosting: { provider: 'cloudflare', setup } });
    expect(checked(domain, moved, 300_000)).not.toHaveProperty('setup');
    expect(checked(domain, { ...moved, setup }, 300_000)).toMatchObject({ provider: 'godaddy', setup });
  });

  it('is unknown where the provider has changed to an unknown one', () => {
    expect(
      withDnsHosting(aDomain('active', { hosting: { provider: 'cloudflare' } }), { hosting: { zone: 'customer.com' } }),
    ).toEqual(aDomain('active'));
  });
});
