import { en } from '../copy/en.ts';
import type { Locale } from '../copy/locale.ts';

const languages = new Map<string, Locale>([[en.tag, en]]);

export function addLanguage(locale: Locale): void {
  languages.set(locale.tag.toLowerCase(), locale);
}

/** The nearest of those that are here: the same, the same language elsewhere (pt for pt-BR), or English. */
export function languageFor(tag: string): Locale {
  const wanted = tag.toLowerCase();
  const [language] = wanted.split('-');
  const related = [...languages.keys()].find((known) => known.split('-')[0] === language);
  return languages.get(wanted) ?? languages.get(related ?? '') ?? en;
}

/** The language that a page says of this place, through the roots of other elements. */
export function languageAround(element: Element): string {
  const near = element.closest<HTMLElement>('[lang]');
  if (near) return near.lang;
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? languageAround(root.host) : document.documentElement.lang;
}
