import type { Locale, Sentences } from '../../../copy/types/locale.ts';

/**
 * Gives the element a language, whichever of the two files comes first; nothing where there is no page. Its sentences are loaded
 * when one is to be shown; where they cannot be, the service's own are.
 */
export function addLocale(short: Locale, load: () => Promise<{ sentences: Sentences }>): void {
  void globalThis.customElements?.whenDefined('cps-domain').then((element) => {
    const add = (sentences: Sentences) =>
      (element as unknown as { addLocale: (locale: Locale) => void }).addLocale({ ...short, sentences });
    let isLoading = false;
    add(() => {
      if (!isLoading) {
        isLoading = true;
        load().then(
          (loaded) => add(loaded.sentences),
          () => add(() => undefined),
        );
      }
      return { summary: '', fix: '' };
    });
  });
}
