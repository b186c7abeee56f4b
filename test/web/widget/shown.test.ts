import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readView, visibleText } from '../../../web/widget/read-view.ts';
import { aView } from '../../copy/a-view.ts';

describe('a stranger’s text', () => {
  it('is written out where it is not seen, or turns the text around', () => {
    expect(visibleText('a\u202eb\u0000c\u2028d\ud800e\u200df')).toBe('a\\u{202e}b\\u{0}c\\u{2028}d\\u{d800}e\\u{200d}f');
  });

  it('is cut between two characters, and left as it is where it is short', () => {
    expect(visibleText('🧁'.repeat(512))).toBe('🧁'.repeat(512));
    expect(visibleText(`x${'🧁'.repeat(512)}`)).toBe(`x${'🧁'.repeat(511)}…`);
  });

  it('no text has anything unseen left in it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(visibleText(text)).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
      }),
    );
  });
});

describe('an answer of a proxy', () => {
  it('is read as it is', () => {
    const view = aView(
      { reason: 'target_typo', checked_at: '2026-01-01T00:00:00.000Z' },
      {
        dns_provider: { name: 'Wix', path: ['Domains', 'DNS'], form: { name: 'Host', appends_zone: true } },
        dns_setup: { type: 'domain_connect', provider: 'Wix', url: 'https://wix.test/apply' },
      },
    );
    expect(readView(JSON.parse(JSON.stringify(view)))).toEqual(view);
  });

  it.each([null, 'text', [], {}, { url: 'x.test' }, { url: 7, diagnosis: { code: 'ok' } }])(
    'what is no domain is no answer: %j',
    (answer) => {
      expect(readView(answer)).toBeUndefined();
    },
  );

  it.each([{}, 'https://x.test/', { provider: 'Wix' }, { url: 'https://x.test/' }, { provider: 7, url: 'https://x.test/' }])(
    'what a DNS provider is said to set up is left out where it is not whole: %j',
    (dns_setup) => {
      expect(readView({ ...aView(), dns_setup })).toEqual(aView());
    },
  );

  it('becomes a domain whose texts are texts, or nothing, whatever it was', () => {
    const answer = fc.record(
      { url: fc.oneof(fc.string(), fc.jsonValue()), diagnosis: fc.oneof(fc.record({ code: fc.string() }), fc.jsonValue()) },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(answer, fc.jsonValue(), (known, more) => {
        const view = readView({ dns_records: [more], dns_provider: more, dns_setup: more, ...known });
        if (!view) return;
        const { diagnosis, dns_records } = view;
        for (const text of [view.url, view.dns_status, diagnosis.summary, diagnosis.fix.text, dns_records[0]?.value])
          expect(text).toBeTypeOf('string');
      }),
    );
  });
});
