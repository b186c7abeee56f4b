import { validationError } from './json-body.ts';
import type { HttpRequest } from './route.ts';

/** For operations without query parameters: each that is sent is refused by name. */
export function refuseQuery(request: HttpRequest): void {
  const names = [...new Set(new URLSearchParams(request.query).keys())];
  if (names.length > 0) throw validationError(Object.fromEntries(names.map((name) => [name, ['is not a known parameter']])));
}
