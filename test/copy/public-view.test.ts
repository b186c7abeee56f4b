/** @module-tag slow */
import fc from 'fast-check';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { ACTORS, type Actor, DIAGNOSIS_CODES, DIAGNOSIS_REASONS } from '../../contract/api/error-codes.ts';
import type { PublicView } from '../../contract/public-view.ts';
import { type Audience, publicView } from '../../copy/public-view.ts';
import type { DomainResource } from '../../lambdas/model/domains/domain-resource.ts';

const text = fc.string({ unit: 'grapheme' });
/** Fields that the API has, or may have in future, at any level. */
const more = fc.dictionary(
  fc.constantFrom('id', 'metadata', 'server_id', 'certificate', 'error', 'secret', 'cname_target', 'x', '__proto__'),
  fc.jsonValue(),
);
const withMore = <T extends object>(model: fc.Arbitrary<T>) =>
  fc.tuple(more, model).map(([extra, known]) => ({ ...extra, ...known }));

const record = withMore(
  fc.record(
    { type: text, name: text, host: text, value: text, ttl: fc.nat(), purpose: text, state: text, observed: text },
    { requiredKeys: ['type', 'name', 'host', 'value', 'ttl', 'purpose', 'state'] },
  ),
);
const evidence = withMore(
  fc.record(
    { kind: text, asked: text, server: text, answer: text, at: text },
    { requiredKeys: ['kind', 'asked', 'answer', 'at'] },
  ),
);
const fix = withMore(fc.record({ action: text, type: text, name: text, host: text, value: text }));
const diagnosis = withMore(
  fc.record(
    {
      code: fc.oneof(fc.constantFrom(...DIAGNOSIS_CODES), text),
      reason: fc.constantFrom(...DIAGNOSIS_REASONS),
      summary: text,
      actor: fc.constantFrom(...ACTORS),
      fix: withMore(fc.record({ text, records: fc.array(fix) })),
      evidence: fc.array(evidence),
      checked_at: text,
      next_check_at: text,
    },
    { requiredKeys: ['code', 'summary', 'actor', 'fix', 'evidence'] },
  ),
);
const form = withMore(
  fc.record(
    {
      ...{ type: text, name: text, value: text },
      ...{ full_name: fc.boolean(), appends_zone: fc.boolean(), has_proxy: fc.boolean() },
      proxy_switch: withMore(fc.record({ name: text, off: text })),
    },
    { requiredKeys: [] },
  ),
);
const domain: fc.Arbitrary<PublicView> = withMore(
  fc.record(
    {
      url: text,
      dns_status: text,
      ssl_status: text,
      dns_records: fc.array(record),
      diagnosis,
      dns_provider: withMore(fc.record({ name: text, url: text, path: fc.array(text), form }, { requiredKeys: ['name'] })),
      dns_setup: withMore(fc.record({ type: text, provider: text, url: text }, { requiredKeys: ['type', 'provider', 'url'] })),
    },
    { requiredKeys: ['url', 'dns_status', 'ssl_status', 'dns_records', 'diagnosis'] },
  ),
);
const audience: fc.Arbitrary<Audience> = fc.record(
  { is: fc.constantFrom('owner', 'stranger'), brand: text },
  { requiredKeys: ['is'] },
);

/** All paths that the view may have. */
const ALLOWED = new Set([
  ...['url', 'dns_status', 'ssl_status', 'dns_records', 'diagnosis', 'dns_provider', 'dns_provider.name', 'dns_provider.url'],
  ...['dns_provider.path', 'dns_provider.path.*.'],
  ...['dns_setup', 'dns_setup.type', 'dns_setup.provider', 'dns_setup.url'],
  'dns_provider.form',
  ...['type', 'name', 'value', 'full_name', 'appends_zone', 'has_proxy'].map((key) => `dns_provider.form.${key}`),
  ...['proxy_switch', 'proxy_switch.name', 'proxy_switch.off'].map((key) => `dns_provider.form.${key}`),
  ...['type', 'name', 'host', 'value', 'ttl', 'purpose', 'state', 'observed'].map((key) => `dns_records.*.${key}`),
  ...['code', 'reason', 'summary', 'actor', 'fix', 'evidence', 'checked_at', 'next_check_at'].map((key) => `diagnosis.${key}`),
  ...['diagnosis.fix.text', 'diagnosis.fix.records'],
  ...['action', 'type', 'name', 'host', 'value'].map((key) => `diagnosis.fix.records.*.${key}`),
  ...['kind', 'asked', 'server', 'answer', 'at'].map((key) => `diagnosis.evidence.*.${key}`),
]);

function placesOf(value: unknown, above = ''): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Reflect.ownKeys(value)
    .filter((key) => !(Array.isArray(value) && key === 'length'))
    .flatMap((key) => {
      const place = Array.isArray(value) ? `${above}*.` : `${above}${String(key)}`;
      const below = placesOf((value as Record<string | symbol, unknown>)[key], Array.isArray(value) ? place : `${place}.`);
      return Array.isArray(value) ? below : [place, ...below];
    });
}

const WRITTEN: PublicView = {
  url: 'docs.acme.com',
  dns_status: 'pending',
  ssl_status: 'pending',
  dns_records: [
    {
      ...{
        type: 'CNAME',
        name: 'docs.acme.com',
        host: 'docs',
        value: 'a.cname.test',
        ttl: 300,
        purpose: 'routing',
        state: 'wrong',
      },
      observed: 'b.cname.test',
    },
  ],
  diagnosis: {
    code: 'invalid_cname_target',
    reason: 'target_typo',
    summary: 'The cause.',
    actor: 'customer',
    fix: { text: 'The remedy.', records: [{ action: 'change', type: 'CNAME', name: 'docs.acme.com', value: 'a.cname.test' }] },
    evidence: [{ kind: 'dns', asked: 'docs.acme.com CNAME', answer: 'b.cname.test', at: '2026-01-01T00:00:00.000Z' }],
  },
};
const diagnosedAs = (code: string, actor: Actor): PublicView => ({
  ...WRITTEN,
  diagnosis: { ...WRITTEN.diagnosis, code, actor },
});

describe('the public view of a domain', () => {
  it('has no other key than those of its list, whatever the domain has', () => {
    fc.assert(
      fc.property(domain, audience, (given, who) => {
        expect(placesOf(publicView(given, who)).filter((place) => !ALLOWED.has(place))).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it('shows no evidence where the integrator or the service has to act, or to who has typed the name', () => {
    fc.assert(
      fc.property(domain, audience, (given, who) => {
        const { evidence: shown } = publicView(given, who).diagnosis;
        const mayBeShown = who.is === 'owner' && !['integrator', 'service'].includes(given.diagnosis.actor);
        expect(shown.length).toBeLessThanOrEqual(mayBeShown ? given.diagnosis.evidence.length : 0);
      }),
      { numRuns: 500 },
    );
  });

  it('the owner of the hostname sees the whole of a diagnosis that is theirs to mend', () => {
    expect(publicView(WRITTEN, { is: 'owner', brand: 'Acme' })).toEqual(WRITTEN);
  });

  it('who has typed the name sees the same without what was found', () => {
    const { observed, ...record } = WRITTEN.dns_records[0] ?? {};
    const { records } = WRITTEN.diagnosis.fix;
    expect(publicView(WRITTEN, { is: 'stranger' })).toEqual({
      ...WRITTEN,
      dns_records: [record],
      diagnosis: {
        ...WRITTEN.diagnosis,
        summary:
          'The CNAME record of docs.acme.com points somewhere else, but it has to point to a.cname.test. It looks like a typo: only a few characters differ.',
        fix: { text: expect.stringMatching(/^At the DNS provider of docs\.acme\.com, change .* to a\.cname\.test\./), records },
        evidence: [],
      },
    });
  });

  it('who has typed the name is told no record that is to be removed: it was found', () => {
    const remove = { action: 'remove', type: 'A', name: 'docs.acme.com', value: '192.0.2.1' };
    const [add] = WRITTEN.diagnosis.fix.records;
    const records = [remove, ...(add ? [add] : [])];
    const diagnosis = { ...WRITTEN.diagnosis, reason: 'address_instead', fix: { text: 'Remove 192.0.2.1.', records } };
    const given = { ...WRITTEN, diagnosis: { ...diagnosis, code: 'cname_not_found' } };
    expect(publicView(given, { is: 'stranger' }).diagnosis.fix.records).toEqual([add]);
    expect(publicView(given, { is: 'owner' }).diagnosis.fix.records).toEqual(records);
  });

  it('a code of a later release is told in no words of it to who has typed the name', () => {
    const { diagnosis: shown } = publicView(diagnosedAs('a_code_of_tomorrow', 'customer'), { is: 'stranger' });
    expect(shown).toMatchObject({
      summary: 'docs.acme.com is not ready yet.',
      fix: { text: 'Ask your provider for your personal link, which shows more.' },
    });
  });

  it.each(DIAGNOSIS_CODES)('the diagnosis %s does not tell the cause to the owner where the integrator has to act', (code) => {
    const { diagnosis: shown } = publicView(diagnosedAs(code, 'integrator'), { is: 'owner', brand: 'Acme' });
    expect(JSON.stringify(shown)).not.toMatch(/The cause|The remedy|b\.cname\.test|target_typo/);
    expect(shown.code).toBe(code);
    expect(shown.fix.records).toEqual([]);
  });

  it('an obstacle at the integrator’s server is not told to the owner where it may pass by itself either', () => {
    const { diagnosis: shown } = publicView(diagnosedAs('challenge_unreachable', 'nobody'), { is: 'owner', brand: 'Acme' });
    expect(shown).toMatchObject({ summary: 'Your DNS is right. Acme has to finish its side.', evidence: [] });
  });

  it('an integrator without a name is called the provider', () => {
    const { diagnosis: shown } = publicView(diagnosedAs('a_code_of_tomorrow', 'service'), { is: 'owner' });
    expect(shown.summary).toBe('Your provider has to finish its side.');
  });

  it('exists for every one that the API shows', () => {
    expectTypeOf<DomainResource>().toExtend<PublicView>();
  });
});
