import { describe, expect, it } from 'vitest';
import { DIAGNOSIS_CODES, type DiagnosisCode } from '../../contract/api/error-codes.ts';
import { DIAGNOSIS_WORDS } from '../../copy/en/diagnosis-texts.ts';
import { en } from '../../copy/en/en.ts';
import { DIAGNOSIS_PLACEHOLDERS } from '../../copy/en/errors-page.ts';
import { PUBLIC_WORDS } from '../../copy/en/public-words.ts';
import { REASON_WORDS } from '../../copy/en/reason-texts.ts';
import type { CopyFacts, CustomerReason, Locale, Words } from '../../copy/types/locale.ts';
import { de, LOCALES, TRANSLATIONS } from './all-locales.ts';

/** Relative to the English text, because translations have the same space. */
const LONGEST = 1.6;
/** Texts of a word or two may grow by more. */
const SHORT = 24;

const record = { hostname: '{hostname}', cnameTarget: '{cname_target}', host: '{host}' };
const BRAND = '{brand}';
const factsFor = ({ dnsForm }: Words, stage: CopyFacts['stage']): CopyFacts => ({
  ...DIAGNOSIS_PLACEHOLDERS,
  ...{ stage, brand: BRAND, dnsForm: dnsForm(record) },
});
const english = (stage: CopyFacts['stage']) => ({ ...DIAGNOSIS_PLACEHOLDERS, stage });

const placeholders = (text: string) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort();

interface Pair {
  what: string;
  original: string;
  translation: string;
}

const isPublic = (code: DiagnosisCode): code is keyof typeof PUBLIC_WORDS => Object.hasOwn(PUBLIC_WORDS, code);

function codePairs(words: Words): Pair[] {
  return DIAGNOSIS_CODES.flatMap((code) =>
    (['dns', 'certificate'] as const).flatMap((stage) =>
      (['summary', 'fix'] as const).map((part) => ({
        what: `${code} ${part}`,
        original: isPublic(code) ? PUBLIC_WORDS[code][part](BRAND) : DIAGNOSIS_WORDS[code][part](english(stage)),
        translation: words.codes[code][part](factsFor(words, stage)),
      })),
    ),
  );
}

/** Details that only the API knows are left out in the browser: times, servers, addresses. */
const OBSERVED_BY_THE_API: readonly string[] = ['negative_cache', 'name_servers_differ', 'proxy_addresses', 'chain_unanswered'];

function reasonPairs(words: Words): Pair[] {
  return Object.entries(words.reasons).flatMap(([reason, copy]) => {
    const { says, fix } = REASON_WORDS[reason as CustomerReason];
    const known = (text: string) => (OBSERVED_BY_THE_API.includes(reason) ? text.replaceAll('{observed}', '') : text);
    const facts = factsFor(words, 'dns');
    const said = { what: `${reason} says`, original: known(says(english('dns'))), translation: copy.says(facts) };
    const fixed = { what: `${reason} fix`, original: known(fix?.(english('dns')) ?? ''), translation: copy.fix?.(facts) ?? '' };
    return [said, fixed];
  });
}

/** All texts of labels and titles, by their path. */
function texts(value: unknown, at = ''): [string, string][] {
  if (typeof value === 'string') return [[at, value]];
  if (typeof value === 'function')
    return [[at, value.length === 0 ? value() : value(at.startsWith('labels') ? '{x}' : { hostname: '{x}', brand: '{x}' })]];
  return Object.entries(value as object).flatMap(([key, below]) => texts(below, at === '' ? key : `${at}.${key}`));
}
const own = ({ titles, reasonTitles, labels }: Locale) => new Map(texts({ titles, reasonTitles, labels }));

describe.each(TRANSLATIONS.map((locale) => [locale.tag, locale] as const))('the words in %s', (tag, locale) => {
  const words = locale.words as Words;
  const pairs = [...codePairs(words), ...reasonPairs(words)];

  it(`the sentences in ${tag} name what the English ones name`, () => {
    const named = pairs.map(({ what, translation }) => [what, placeholders(translation)]);
    expect(named).toEqual(pairs.map(({ what, original }) => [what, placeholders(original)]));
  });

  it(`the sentences in ${tag} are whole, and give a remedy of their own where the English ones do`, () => {
    const sentence = /^\S.*[.。]$/s;
    for (const { what, original, translation } of pairs) {
      expect([what, sentence.test(translation)]).toEqual([what, original !== '']);
    }
  });

  it(`the sentences in ${tag} are at most 1.6 times as long as the English ones`, () => {
    const tooLong = pairs.filter(({ original, translation }) => translation.length > Math.max(original.length * LONGEST, SHORT));
    expect(tooLong).toEqual([]);
  });

  it(`the titles and labels in ${tag} name what the English ones name, and are not much longer`, () => {
    const originals = own(en);
    for (const [at, text] of own(locale)) {
      const original = originals.get(at) ?? '';
      expect([at, placeholders(text)]).toEqual([at, placeholders(original)]);
      expect([at, text.length <= Math.max(original.length * LONGEST, SHORT)]).toEqual([at, true]);
    }
  });

  it(`the form of a provider is named in ${tag} as it names itself`, () => {
    const form = { fields: { name: 'Host Name', value: 'Points to' }, proxySwitch: { name: 'Proxy', off: 'Off' } };
    const said = words.dnsForm(record, { name: 'Wix', appendsZone: true, ...form });
    expect(said.atPlace).toContain('Wix');
    expect(words.dnsForm(record, { name: 'GoDaddy' }).withoutProxy).toBe('');
    expect(words.dnsForm(record, { name: 'GoDaddy' }).turnProxyOff).not.toContain('DNS only');
    expect(words.dnsForm(record).name).toContain('{host}');
    expect(said.name).toMatch(/\{host\}.*Host Name|Host Name.*\{host\}/);
    expect(said.value).toContain('Points to');
    expect(said.value).toContain('{cname_target}.');
    expect(said.withoutProxy).toMatch(/Proxy.*Off/);
    expect(said.turnProxyOff).toMatch(/Proxy.*Off/);
  });
});

it('a language without the sentence of a code or reason, a title or a label does not compile', () => {
  const { words, titles, labels } = de;
  const { codes, reasons } = words as Words;
  const [{ ok: _, ...fewerCodes }, { servfail: __, ...fewerReasons }] = [codes, reasons];
  const [{ ok: ___, ...fewerTitles }, { loading: ____, ...fewerLabels }] = [titles, labels];
  const languages: Locale[] = [
    // @ts-expect-error: no sentence for the code ok
    { ...de, words: { ...(words as Words), codes: fewerCodes } },
    // @ts-expect-error: no sentence for the reason servfail
    { ...de, words: { ...(words as Words), reasons: fewerReasons } },
    // @ts-expect-error: no title for the code ok
    { ...de, titles: fewerTitles },
    // @ts-expect-error: no word for loading
    { ...de, labels: fewerLabels },
  ];
  expect(languages).toHaveLength(4);
});

it('each language is known by its tag, once', () => {
  expect(LOCALES.map(({ tag }) => tag)).toEqual(['en', 'de', 'fr', 'es', 'pt-BR', 'ja']);
});
