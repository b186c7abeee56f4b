import { describe, expect, it } from 'vitest';
import { deSayings } from '../../copy/de.ts';
import { enSayings } from '../../copy/en/en.ts';
import { esSayings } from '../../copy/es.ts';
import { frSayings } from '../../copy/fr.ts';
import { jaSayings } from '../../copy/ja.ts';
import { ptBRSayings } from '../../copy/pt-BR.ts';
import type { Saying, SayingFacts } from '../../copy/types/sayings.ts';

const ALL = { en: enSayings, de: deSayings, fr: frSayings, es: esSayings, 'pt-BR': ptBRSayings, ja: jaSayings };
const MOST_WORDS = 20;
/** French and Spanish say in four words where English says two. */
const MOST_WORDS_TRANSLATED = 24;
const MOST_CHARACTERS_WITHOUT_SPACES = 75;

const UNKNOWN: SayingFacts = { host: 'shop', zone: 'rosas-flowers.com', brand: 'Acme', isDnsOpen: true, form: undefined };
const KNOWN: SayingFacts = {
  ...UNKNOWN,
  form: { name: 'Cloudflare', proxySwitch: { name: 'Proxy status', off: 'DNS only' } },
};

describe.each(Object.entries(ALL))('what an owner is to do, in %s', (tag, { codes, reasons, others }) => {
  const sayings: [string, Saying][] = [...Object.entries(codes), ...Object.entries(reasons), ['what others have to do', others]];

  it.each(sayings)('is short, and whole sentences: %s', (_, saying) => {
    for (const facts of [UNKNOWN, KNOWN, { ...UNKNOWN, isDnsOpen: false }]) {
      const text = saying(facts);
      expect(text).toMatch(/[.。]$/);
      expect(text).not.toMatch(/undefined|\$\{|\s{2}/);
      if (tag === 'ja') expect(text.length).toBeLessThanOrEqual(MOST_CHARACTERS_WITHOUT_SPACES);
      else expect(text.split(' ').length, text).toBeLessThanOrEqual(tag === 'en' ? MOST_WORDS : MOST_WORDS_TRANSLATED);
    }
  });

  it('names the provider where it is known, and otherwise the domain', () => {
    expect(codes.cname_not_found(KNOWN)).toContain('Cloudflare');
    expect(codes.cname_not_found(UNKNOWN)).toContain('rosas-flowers.com');
    expect(codes.proxied_dns(KNOWN)).toContain('DNS only');
  });

  it('has a sentence of its own for the same reasons in each language', () => {
    expect(Object.keys(reasons).sort()).toEqual(Object.keys(enSayings.reasons).sort());
  });
});
