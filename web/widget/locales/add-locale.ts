import type { Locale } from '../../../copy/types/locale.ts';

/** Gives the element a language, whichever of the two files comes first; nothing where there is no page. */
export function addLocale(locale: Locale): void {
  void globalThis.customElements?.whenDefined('cps-domain').then((element) => {
    (element as unknown as { addLocale: (locale: Locale) => void }).addLocale(locale);
  });
}
