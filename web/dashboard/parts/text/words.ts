/** Splits typed text at spaces and commas. */
export function words(text: string): string[] {
  return text.split(/[\s,]+/).filter((each) => each !== '');
}
