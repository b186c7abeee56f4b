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

/** As many as a browser asks of one host at once (HTTP/1.1). An organization has ten checks of DNS: some are left to others. */
const MOST = 6;

let running = 0;
const waiting: (() => void)[] = [];

/** Begins when fewer than `MOST` others run. */
export async function atOnce<T>(work: () => Promise<T>): Promise<T> {
  if (running >= MOST) await new Promise<void>((begin) => waiting.push(begin));
  else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    // The place passes to who has waited longest.
    if (next) next();
    else running -= 1;
  }
}
