import { escapeInvisible } from './invisible.ts';

/** Text of a page in which everything that came from outside is escaped. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | number | undefined | false | readonly Html[];

/** A template whose values are text, unless they are Html: in an element, or in an attribute between double quotes. */
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

/** Strangers write what DNS answers. Emoji are joined by U+200D, and sentences of ours have several lines. */
function visibleText(text: string): string {
  return text.replace(/(?:(?!\u200d|\n).)+/gsu, (part) => escapeInvisible(part));
}
