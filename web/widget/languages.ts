import { enSayings, en as shortEn } from '../../copy/en/en.ts';
import type { Language } from './known.ts';

const en: Language = { ...shortEn, sayings: () => enSayings };
const languages = new Map([[en.tag, en]]);

/** A part of the page that shows a language, in any shadow root. */
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

/** Redraws the part when a language is registered or the page's language changes. */
export function addReader(reader: Reader): void {
  readers.add(reader);
  if (pageSpeaks) return;
  pageSpeaks = new MutationObserver(readAgain);
  pageSpeaks.observe(document, { subtree: true, attributes: true, attributeFilter: ['lang'] });
}
export function removeReader(reader: Reader): void {
  readers.delete(reader);
}

/** The best registered language: the same tag, the same language (pt for pt-BR), or English. */
export function languageFor(tag: string): Language {
  const wanted = tag.toLowerCase();
  const [language] = wanted.split('-');
  const related = [...languages.keys()].find((known) => known.split('-')[0] === language);
  return languages.get(wanted) ?? languages.get(related ?? '') ?? en;
}

/** The `lang` that applies to an element, across shadow roots. */
export function languageAround(element: Element): string {
  const near = element.closest<HTMLElement>('[lang]');
  if (near) return near.lang;
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? languageAround(root.host) : document.documentElement.lang;
}
