/** What somebody has typed with spaces or commas between. */
export function words(text: string): string[] {
  return text.split(/[\s,]+/).filter((each) => each !== '');
}
