const ALL_BUT_LINES_AND_TABS = /[^\P{Cc}\n\t]/gu;

/**
 * The first `maxBytes` of a stranger's text, for storage and display: never cut inside a character, and without the control
 * characters that move a terminal's cursor. Invalid UTF-8 becomes U+FFFD, which is longer: hence the second cut.
 */
export function replyText(bytes: Buffer, maxBytes: number): string {
  const readable = wholeCharacters(bytes, maxBytes).replace(ALL_BUT_LINES_AND_TABS, '');
  return wholeCharacters(Buffer.from(readable), maxBytes);
}

function wholeCharacters(bytes: Buffer, maxBytes: number): string {
  // `stream`: does not output an incomplete character
  return new TextDecoder().decode(bytes.subarray(0, maxBytes), { stream: true });
}

/** Parses an answer from outside; undefined if it is not JSON. */
export function jsonIn(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
