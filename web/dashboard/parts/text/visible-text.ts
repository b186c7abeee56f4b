import { escapeInvisible } from '../../../../contract/invisible.ts';

/** Maximum of a stranger's text on a page. */
const MAX_BYTES = 512;
/** UTF-8 bytes of a UTF-16 unit at most. Skips the exact count for short texts, because a list has hundreds. */
const MAX_OF_UNIT = 3;
const ENCODER = new TextEncoder();

/** A stranger's text for display: cut between characters, with invisible ones escaped as `\u{202e}`. */
export function visibleText(text: string, mostBytes = MAX_BYTES): string {
  return escapeInvisible(cut(text, mostBytes));
}

function cut(text: string, mostBytes: number): string {
  if (text.length * MAX_OF_UNIT <= mostBytes || ENCODER.encode(text).length <= mostBytes) return text;
  let bytes = 0;
  let kept = '';
  for (const character of text) {
    bytes += ENCODER.encode(character).length;
    if (bytes > mostBytes) break;
    kept += character;
  }
  return `${kept}…`;
}
