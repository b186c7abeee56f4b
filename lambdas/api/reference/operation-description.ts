import type * as z from 'zod/mini';
import type { ApiErrorCode } from '../../../contract/api/http-error.schema.ts';
import type { TAGS } from '../pipeline/tags.ts';

/** A request body. */
export interface BodyDescription {
  schema: z.ZodMiniType;
  example: unknown;
  /** The operation may be called without a body. */
  isOptional?: true;
}

/** What the reference says about an operation beyond its place and permission (contract/api/operations.ts). */
export interface OperationDescription {
  /** How the clients call it: `<resource>.<method>`. */
  clientMethod: `${string}.${string}`;
  tag: keyof typeof TAGS;
  summary: string;
  description: string;
  query?: z.ZodMiniObject;
  body?: BodyDescription;
  /** `csv`, `jsonl`: examples of the answer as a file, where it is also answered so. */
  answer: { status: 200 | 201; description: string; schema: z.ZodMiniType; example: unknown; csv?: string; jsonl?: string };
  /** Errors beyond those that follow from its method, path and permission (error-responses.ts). */
  errors?: readonly ApiErrorCode[];
  /** Its answer has an ETag; a change takes it back in If-Match. */
  isVersioned?: true;
  /** The message of the 409 for a state that forbids it. */
  conflict?: string;
}
