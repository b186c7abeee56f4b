import { escapeInvisible } from './invisible.ts';

/** HTML in which all outside text is escaped. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | number | undefined | false | readonly Html[];

/** Template tag that escapes every value unless it is Html. Safe in an element and in a double-quoted attribute. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(strings.map((text, index) => `${text}${index < parts.length ? textOf(parts[index]) : ''}`).join(''));
}

function textOf(part: Part): string {
  if (part === undefined || part === false) return '';
  if (part instanceof Html) return part.text;
  if (Array.isArray(part)) return part.map(({ text }: Html) => text).join('');
  return escapeText(visibleText(String(part)));
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/** Makes hidden characters of DNS answers visible. Keeps U+200D, which joins emoji, and line feeds, which our own texts have. */
function visibleText(text: string): string {
  return text.replace(/(?:(?!\u200d|\n).)+/gsu, (part) => escapeInvisible(part));
}
