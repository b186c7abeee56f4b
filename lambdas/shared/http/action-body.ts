import * as z from 'zod/mini';
import { readJsonBody } from './json-body.ts';
import type { HttpRequest } from './route.ts';

/** The body of an action, which needs none: where it is empty, it is taken for `{}`. */
export function readActionBody<Schema extends z.ZodMiniType>(request: HttpRequest, schema: Schema): z.output<Schema> {
  return readJsonBody(request.rawBody.length === 0 ? { ...request, ...NO_FIELDS } : request, schema);
}

/** For actions that take nothing: no body, or `{}`. */
export function refuseBodyFields(request: HttpRequest): void {
  readActionBody(request, z.strictObject({}));
}

const NO_FIELDS = { rawBody: Buffer.from('{}'), headers: { 'content-type': 'application/json' } };
