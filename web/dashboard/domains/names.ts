/** Names checked while typing. Further pasted names are added unchecked. */
export const MAX_CHECKED = 200;

/** Hostnames in typed or pasted text: a list, a table column, URLs. Without duplicates. */
export function namesIn(text: string): string[] {
  return wordsIn(text).filter(isName);
}

/** Incomplete names and column headings, which are not added. */
export function ignoredIn(text: string): string[] {
  return wordsIn(text).filter((word) => !isName(word));
}

function isName(word: string): boolean {
  return word.includes('.');
}

function wordsIn(text: string): string[] {
  const words = text
    .split(/[\s,;"']+/)
    .map((word) =>
      word
        .replace(/^[a-z]+:\/\//i, '')
        .replace(/[/?#].*$/, '')
        .toLowerCase(),
    )
    .filter((word) => word !== '');
  return [...new Set(words)];
}
