import type * as z from 'zod/mini';
import type { ApiErrorCode } from '../../../contract/api/http-error.schema.ts';
import type { TAGS } from '../pipeline/tags.ts';

export interface BodyDescription {
  schema: z.ZodMiniType;
  example: unknown;
  /** The body may be absent. */
  isOptional?: true;
}

/** An operation's description in the reference, without its path and permission (contract/api/operations.ts). */
export interface OperationDescription {
  /** How the clients call it: `<resource>.<method>`. */
  clientMethod: `${string}.${string}`;
  tag: keyof typeof TAGS;
  summary: string;
  description: string;
  query?: z.ZodMiniObject;
  body?: BodyDescription;
  /** `csv`, `jsonl`: examples of the answer as a file, where the operation offers one. */
  answer: { status: 200 | 201; description: string; schema: z.ZodMiniType; example: unknown; csv?: string; jsonl?: string };
  /** Errors beyond those derived from method, path and permission (error-responses.ts). */
  errors?: readonly ApiErrorCode[];
  /** The answer carries an ETag; a change sends it in If-Match. */
  isVersioned?: true;
  conflict?: string;
}
