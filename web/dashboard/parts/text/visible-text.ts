import { escapeInvisible } from '../../../../contract/invisible.ts';

/** As much as is shown of what strangers wrote. */
const MOST_BYTES = 512;
/** Of a UTF-16 unit, in UTF-8: what is short by that is not counted, and a list has hundreds of texts. */
const MOST_OF_UNIT = 3;
const ENCODER = new TextEncoder();

/** A stranger's text as it can be shown: cut between characters, and with what is not seen written out, as `\u{202e}`. */
export function visibleText(text: string, mostBytes = MOST_BYTES): string {
  return escapeInvisible(cut(text, mostBytes));
}

function cut(text: string, mostBytes: number): string {
  if (text.length * MOST_OF_UNIT <= mostBytes || ENCODER.encode(text).length <= mostBytes) return text;
  let bytes = 0;
  let kept = '';
  for (const character of text) {
    bytes += ENCODER.encode(character).length;
    if (bytes > mostBytes) break;
    kept += character;
  }
  return `${kept}…`;
}
