import { describe, expect, it } from 'vitest';
import type { Diagnosis } from '../../../../../lambdas/model/domains/diagnosis/diagnosis.schema.ts';
import { DomainResource } from '../../../../../lambdas/model/domains/domain-resource.schema.ts';
import { domainResource } from '../../../../../lambdas/model/domains/domain-resource.ts';
import { aDomain, type Overrides } from '../../../a-domain.ts';

const shown = (row: Overrides) => DomainResource.parse(domainResource(aDomain('awaiting-dns', row)));
const fixOf = (code: Diagnosis['code'], row: Overrides) =>
  shown({ ...row, diagnosis: { code, evidence: [] } }).diagnosis.fix.text;
const TARGET = 'abcdefghijklmnop.cname.service.net';

describe('a domain in the API whose DNS provider is known', () => {
  it('names the provider, and where to go', () => {
    expect(shown({ hosting: { provider: 'godaddy' } }).dns_provider).toMatchObject({
      name: 'GoDaddy',
      url: expect.stringMatching(/^https:/),
    });
    expect(shown({ hosting: { provider: 'linode' } }).dns_provider).toEqual({ name: 'Linode' });
  });

  it('says what its form calls things, for who shows the record in a page of their own', () => {
    expect(shown({ hosting: { provider: 'cloudflare' } }).dns_provider?.form).toEqual({
      ...{ type: 'Type', name: 'Name', value: 'Target' },
      ...{ full_name: false, appends_zone: false, has_proxy: true },
      proxy_switch: { name: 'Proxy status', off: 'DNS only' },
    });
    expect(shown({ hosting: { provider: 'ovhcloud' } }).dns_provider?.form).toMatchObject({
      name: 'Sub-domain',
      appends_zone: true,
    });
  });

  it('says where to click on the way to its form, and which of its traits are known', () => {
    expect(shown({ hosting: { provider: 'godaddy' } }).dns_provider).toMatchObject({
      path: ['My Products', 'DNS', 'Add New Record'],
      form: { full_name: false, has_proxy: false },
    });
    expect(shown({ hosting: { provider: 'hover' } }).dns_provider).toMatchObject({ form: { name: 'Hostname' } });
    expect(shown({ hosting: { provider: 'hover' } }).dns_provider).not.toHaveProperty('path');
    expect(shown({ hosting: { provider: 'hover' } }).dns_provider?.form).not.toHaveProperty('has_proxy');
  });

  it.each([{}, { hosting: { provider: 'a provider of another release' } }])('says nothing of an unknown one: %j', (row) =>
    expect(shown(row)).not.toHaveProperty('dns_provider'),
  );

  it('asks for the record in the words of its form', () => {
    const text = fixOf('cname_not_found', { hosting: { provider: 'wix' } });
    expect(text).toContain(
      `At Wix, the DNS provider of shop.customer.com, add a CNAME record with shop in the field “Host Name”`,
    );
    expect(text).toContain(`and ${TARGET} in the field “Value”`);
  });

  it('names the switch of its proxy', () => {
    expect(fixOf('cname_not_found', { hosting: { provider: 'cloudflare' } })).toContain('with “Proxy status” set to “DNS only”');
    expect(fixOf('proxied_dns', { hosting: { provider: 'cloudflare' } })).toMatch(
      /^At Cloudflare, .*, set “Proxy status” of this record to “DNS only”/,
    );
  });

  it('says nothing of “DNS only” where its form has no switch', () => {
    const atGodaddy = { hosting: { provider: 'godaddy' } };
    expect(fixOf('proxied_dns', atGodaddy)).toContain('turn the proxy off for this record and keep');
    expect(fixOf('cname_not_found', atGodaddy)).not.toMatch(/proxy|DNS only/);
    expect(fixOf('cname_not_found', {})).toContain('without a proxy (DNS only)');
  });

  it.each(['cname_not_found', 'invalid_cname_target', 'dns_validation_timeout'] as const)(
    'ends the value with a dot where the form would append the zone to it: %s',
    (code) => {
      expect(fixOf(code, { hosting: { provider: 'ovhcloud' } })).toContain(`${TARGET}. (with the dot at its end)`);
      expect(fixOf(code, { hosting: { provider: 'godaddy' } })).not.toContain('the dot at its end');
    },
  );

  it('has the value to paste in the records of the fix', () => {
    const valueAt = (provider: string) =>
      shown({ hosting: { provider }, diagnosis: { code: 'cname_not_found', evidence: [] } }).diagnosis.fix.records[0]?.value;
    expect([valueAt('ovhcloud'), valueAt('godaddy')]).toEqual([`${TARGET}.`, TARGET]);
  });

  it('says nothing of a proxy where its provider has none', () => {
    expect(fixOf('cname_not_found', { hosting: { provider: 'godaddy' } })).not.toContain('proxy');
  });

  it('reads as before without one', () => {
    expect(fixOf('cname_not_found', {})).toMatch(
      `At the DNS provider of shop.customer.com, add a CNAME record with the name shop and the value ${TARGET}, without a proxy (DNS only).`,
    );
  });

  it.each<[string, Overrides, string]>([
    ['without the registrable domain', {}, 'shop.eu'],
    ['without a zone of a part of it', { hosting: { zone: 'eu.customer.com' } }, 'shop'],
    ['as a zone of its own', { hosting: { zone: 'shop.eu.customer.com' } }, '@'],
    [
      'as a zone of its own, where the form takes nothing for that',
      { hosting: { zone: 'shop.eu.customer.com', provider: 'wix' } },
      '',
    ],
  ])('gives the host as its form takes it: %s', (_, row, host) =>
    expect(shown({ url: 'shop.eu.customer.com', cname: { host: 'shop.eu' }, ...row }).dns_records).toMatchObject([{ host }]),
  );
});
