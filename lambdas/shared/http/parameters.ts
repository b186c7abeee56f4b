import * as z from 'zod/mini';
import { FIELD_PROBLEMS } from '../../../copy/en/error-messages.ts';
import { type IdName, notFound, validationError } from '../errors/app-error.ts';
import { fieldErrors } from '../errors/field-errors.ts';
import type { HttpRequest } from './route.ts';

const NONE = z.strictObject({});

/** For operations without query parameters: each parameter that is sent is refused by name. */
export function refuseQuery(request: HttpRequest): void {
  readQuery(request, NONE);
}

/**
 * The query parameters in the schema's type; their values are text. Also throws validation_error for unknown and repeated ones.
 */
export function readQuery<Schema extends z.ZodMiniType>(request: HttpRequest, schema: Schema): z.output<Schema> {
  const sent = new URLSearchParams(request.query);
  const names = [...new Set(sent.keys())];
  const repeated = names.filter((name) => sent.getAll(name).length > 1);
  const parsed = schema.safeParse(asObject(sent), { reportInput: true });
  if (parsed.success && repeated.length === 0) return parsed.data;
  const errors = parsed.success ? {} : withParameters(fieldErrors(parsed.error.issues));
  for (const name of repeated) errors[name] = [...(errors[name] ?? []), FIELD_PROBLEMS.repeated];
  throw validationError(errors);
}

/** `filter[key]=value` is a value of the object `filter` (OpenAPI: `deepObject`). A plain `filter` remains text beside it. */
function asObject(sent: URLSearchParams): Record<string, unknown> {
  const values = new Map<string, string | object>();
  for (const [name, value] of sent) {
    const [, object, key] = /^([^[\]]+)\[(.*)\]$/s.exec(name) ?? [];
    const known = values.get(object ?? name);
    if (object === undefined || key === undefined) values.set(name, typeof known === 'string' ? known : value);
    else if (typeof known !== 'string') values.set(object, { ...known, [key]: value });
  }
  return Object.fromEntries(values);
}

function withParameters(errors: Record<string, string[]>): Record<string, string[]> {
  const reword = (messages: string[]) =>
    messages.map((message) => (message === FIELD_PROBLEMS.unknownField ? FIELD_PROBLEMS.unknownParameter : message));
  return Object.fromEntries(Object.entries(errors).map(([name, messages]) => [name, reword(messages)]));
}

/** An id in a path, in JavaScript's only notation of it. The 404 does not repeat text that cannot be an id of ours. */
export function pathId(text: string | undefined, name: IdName): number {
  const id = Number(text);
  if (!/^[1-9][0-9]{0,15}$/.test(text ?? '') || !Number.isSafeInteger(id)) throw notFound(name);
  return id;
}

const LARGEST_PAGE = 100;
const STANDARD_PAGE = 50;

/** An integer query parameter in canonical digits: `01`, `1.0`, `+1` and `1e3` are refused. */
export function integerParameter(least: number, most: number) {
  const message = `must be an integer from ${least} to ${most}`;
  return z.pipe(
    z.pipe(z.string().check(z.regex(/^(0|[1-9][0-9]{0,15})$/, message)), z.transform(Number)),
    z.int(message).check(z.minimum(least, message), ...(most < Number.MAX_SAFE_INTEGER ? [z.maximum(most, message)] : [])),
  );
}

/** The format of an instant in a query or a body. */
export const givenInstant = z.iso.datetime('must be an instant in UTC such as 2026-11-21T07:45:00.000Z');

export const PAGE_PARAMETERS = {
  limit: z._default(integerParameter(1, LARGEST_PAGE), STANDARD_PAGE).check(z.describe('The most to answer.')),
  cursor: z.optional(z.string()).check(z.describe('`next_cursor` of the page before; the other parameters stay the same.')),
};

export const ListQuery = z.strictObject(PAGE_PARAMETERS);
