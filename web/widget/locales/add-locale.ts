import type { Locale } from '../../copy/locale.ts';

/** Gives the element a language, whichever of the two files comes first. */
export function addLocale(locale: Locale): void {
  void customElements.whenDefined('cps-domain').then((element) => {
    (element as unknown as { addLocale: (locale: Locale) => void }).addLocale(locale);
  });
}
