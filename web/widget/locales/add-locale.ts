import type { Locale, Sentences } from '../../../copy/types/locale.ts';
import type { Sayings } from '../../../copy/types/sayings.ts';
import type { Language } from '../known.ts';

/**
 * Registers a language, in whichever order the files load; does nothing without a DOM. Its short and long sentences are loaded on
 * demand. If that fails, the service's own are shown.
 */
export function addLocale(
  short: Locale,
  loadSayings: () => Promise<{ sayings: Sayings }>,
  loadWords: () => Promise<{ sentences: Sentences }>,
): void {
  void globalThis.customElements?.whenDefined('cps-domain').then((element) => {
    const { addLocale: add } = element as unknown as { addLocale: (locale: Language) => void };
    const locale: Language = { ...short };
    const give = (part: Pick<Language, 'sayings' | 'sentences'>) => add(Object.assign(locale, part));
    const once = <Part, Nothing>(load: () => Promise<Part>, loaded: (part?: Part) => void, nothing: Nothing) => {
      let isLoading = false;
      return () => {
        if (!isLoading) load().then(loaded, () => loaded());
        isLoading = true;
        return nothing;
      };
    };
    give({
      sayings: once(loadSayings, (part) => give({ sayings: part && (() => part.sayings) }), null),
      sentences: once(loadWords, (part) => give({ sentences: part?.sentences }), { summary: '', fix: '' }),
    });
  });
}
