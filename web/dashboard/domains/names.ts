/** How many names are checked while one types; what is pasted beyond is added without. */
export const MOST_CHECKED = 200;

/** The hostnames in what somebody typed or pasted: a list, a column of a table, addresses. Each once. */
export function namesIn(text: string): string[] {
  return wordsIn(text).filter(isName);
}

/** What is not finished, or the head of a column: it is not added. */
export function leftOutOf(text: string): string[] {
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
