import { enSayings, en as shortEn } from '../../copy/en/en.ts';
import type { Language } from './known.ts';

const en: Language = { ...shortEn, sayings: () => enSayings };
const languages = new Map([[en.tag, en]]);

/** Whatever reads in a language, in whichever root of the page it is. */
interface Reader {
  requestUpdate: () => void;
}
const readers = new Set<Reader>();
let pageSpeaks: MutationObserver | undefined;

function readAgain(): void {
  for (const reader of readers) reader.requestUpdate();
}

export function addLanguage(locale: Language): void {
  languages.set(locale.tag.toLowerCase(), locale);
  readAgain();
}

/** Draws it in another language when one comes, or when the page says another one. */
export function addReader(reader: Reader): void {
  readers.add(reader);
  if (pageSpeaks) return;
  pageSpeaks = new MutationObserver(readAgain);
  pageSpeaks.observe(document, { subtree: true, attributes: true, attributeFilter: ['lang'] });
}
export function removeReader(reader: Reader): void {
  readers.delete(reader);
}

/** The nearest of those that are here: the same, the same language elsewhere (pt for pt-BR), or English. */
export function languageFor(tag: string): Language {
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
