import type { DomainError } from '../model/domains/domain-row.schema.ts';

/** What went wrong, without the words that differ each time: the code and, where the CA said it, its problem type. */
export function causeOf({ code, details }: DomainError): string {
  const [type = ''] = (details.acme_error ?? '').split(': ', 1);
  return type === '' ? code : `${code} ${type}`;
}

/** Adds a cause to those that were told already. One that comes, goes and comes again is no news. */
export function told(before: readonly string[] = [], cause: string): { causes: string[]; isNews: boolean } {
  const isNews = !before.includes(cause);
  return { causes: isNews ? [...before, cause] : [...before], isNews };
}
