import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { deSayings } from '../../copy/de.ts';
import { enSayings } from '../../copy/en/en.ts';
import { esSayings } from '../../copy/es.ts';
import { frSayings } from '../../copy/fr.ts';
import { jaSayings } from '../../copy/ja.ts';
import { ptBRSayings } from '../../copy/pt-BR.ts';
import type { Saying, SayingFacts } from '../../copy/types/sayings.ts';

const fileOf = (tag: string) => readFileSync(new URL(`../../copy/${tag === 'en' ? 'en/en' : tag}.ts`, import.meta.url), 'utf8');
/** Synonyms of a language's chosen terms, and words of another register. */
const OTHER_TERMS: Record<string, RegExp> = {
  en: /by itself|leads here|typing mistake|questions at once|full stop|mend\b/,
  de: /von selbst|woandershin|hierher|am Zug|versagen|Der Stand|DNS-Record|\bsetzen Sie|Noch einmal/,
  fr: /entrée DNS|registraire|mène|Gardez|Votre part|échouent|déménagement/,
  es: /\bborre|Borrar|\blleva\b|Última vez|registro conoce|inscrito|Su parte está/,
  'pt-BR': /apague|Apagar|mude|Em o |leva até|Última vez|registradora|de novo|direito|autoridade de cert/,
  ja: /事業者|向き先|設置|操作は|必要ありません|綴り|DNS [ァ-ヶ一-龠]|[ァ-ヶ一-龠] DNS|レジストラー/,
};

const ALL = { en: enSayings, de: deSayings, fr: frSayings, es: esSayings, 'pt-BR': ptBRSayings, ja: jaSayings };
const MAX_WORDS = 20;
/** French and Spanish need four words where English needs two. */
const MAX_WORDS_TRANSLATED = 24;
const MAX_CHARACTERS_WITHOUT_SPACES = 75;

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
      if (tag === 'ja') expect(text.length).toBeLessThanOrEqual(MAX_CHARACTERS_WITHOUT_SPACES);
      else expect(text.split(' ').length, text).toBeLessThanOrEqual(tag === 'en' ? MAX_WORDS : MAX_WORDS_TRANSLATED);
    }
  });

  it('names the provider where it is known, and otherwise the domain', () => {
    expect(codes.cname_not_found(KNOWN)).toContain('Cloudflare');
    expect(codes.cname_not_found(UNKNOWN)).toContain('rosas-flowers.com');
    expect(codes.proxied_dns(KNOWN)).toContain('DNS only');
  });

  it('has one term for one thing, as its people say it', () => {
    expect(OTHER_TERMS[tag]?.exec(fileOf(tag))?.[0]).toBe(undefined);
  });

  it('has a sentence of its own for the same reasons in each language', () => {
    expect(Object.keys(reasons).sort()).toEqual(Object.keys(enSayings.reasons).sort());
  });
});

it('French never breaks a line before a colon or inside its quotation marks', () => {
  const texts =
    fileOf('fr')
      .replace(/\$\{[^}]*\}/g, 'X')
      .match(/'[^'\n]*'|`[^`\n]*`/g) ?? [];
  expect(texts.length).toBeGreaterThan(100);
  expect(texts.filter((text) => / [:;?!»](?:[ .'`]|$)|« /.test(text))).toEqual([]);
});
