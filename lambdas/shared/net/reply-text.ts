const ALL_BUT_LINES_AND_TABS = /[^\P{Cc}\n\t]/gu;

/**
 * The first `maxBytes` of a stranger's text, to be kept and shown: never cut inside a character, without the control characters
 * that move a terminal's cursor. What is no UTF-8 becomes U+FFFD, which is longer: hence the second cut.
 */
export function replyText(bytes: Buffer, maxBytes: number): string {
  const readable = wholeCharacters(bytes, maxBytes).replace(ALL_BUT_LINES_AND_TABS, '');
  return wholeCharacters(Buffer.from(readable), maxBytes);
}

function wholeCharacters(bytes: Buffer, maxBytes: number): string {
  // `stream`: an unfinished character is not given out
  return new TextDecoder().decode(bytes.subarray(0, maxBytes), { stream: true });
}

/** What an answer from outside says; undefined where it is no JSON. */
export function jsonIn(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
