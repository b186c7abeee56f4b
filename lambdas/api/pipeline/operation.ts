import * as z from 'zod/mini';
import type { ApiErrorCode } from '../../../contract/api/http-error.schema.ts';
import type { OperationId } from '../../../contract/api/operations.ts';
import type { Settings } from '../../../contract/stack/settings.schema.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import type { Reservation } from '../../model/accounts/domain-places.schema.ts';
import { readActionBody, readJsonBody } from '../../shared/http/json-body.ts';
import { readQuery, refuseQuery } from '../../shared/http/parameters.ts';
import type { HttpRequest } from '../../shared/http/route.ts';
import type { Call, PlannedWork, Work } from './call.ts';
import type { TAGS } from './tags.ts';

export interface Input<Body = unknown, Query = unknown> {
  operation: OperationId;
  request: HttpRequest;
  caller: Caller;
  body: Body;
  query: Query;
}

/**
 * Reads what the work needs and returns the work. Throws AppErrors with status 403, 404, 409 or 422 for invalid requests. It runs
 * while the request is still being counted, so it must not write.
 */
export type Prepare<Body = unknown, Query = unknown> = (
  input: Input<Body, Query>,
) => Promise<Work | PlannedWork> | Work | PlannedWork;

/** A body schema that depends on the stage, the caller's mode or the time. */
export type SchemaByCaller<Schema> = (settings: Settings) => (caller: Caller, now: Date) => Schema;

interface BodyDefinition<Schema> {
  schema: Schema | SchemaByCaller<Schema>;
  /** Replaces `schema` in the reference. Required where `schema` is a function. */
  documented?: z.ZodMiniType;
  example: () => unknown;
  /** The body may be absent; it is then read as `{}`. */
  isOptional?: true;
}

/** The body of an action without fields: absent or `{}`. */
export const NO_FIELDS = { schema: z.strictObject({}), example: () => ({}), isOptional: true } as const;

interface AnswerDefinition {
  status: 200 | 201;
  description: string;
  schema: z.ZodMiniType;
  example: () => unknown;
  /** Examples of the answer as a file, where the operation offers one. */
  csv?: string;
  jsonl?: string;
}

/** Defines an operation, except for its method, path and permission (contract/api/operations.ts). */
interface Definition<Body extends z.ZodMiniType, Query extends z.ZodMiniObject, Needs> {
  id: OperationId;
  /** The clients' name for it, in snake case: `domains.get_note` is `client.domains.get_note()`, in Go `GetNote`. */
  clientMethod: `${string}.${string}`;
  tag: keyof typeof TAGS;
  /**
   * What keys restricted to servers may reach. `domain`: the domains it reads, lists or creates; its work checks their servers
   * (`requireServer`), as only it knows them. `server`: the server in the path. `listed`: it lists servers, filtered to the
   * allowed ones. `organization`: more than single servers, so no such key may call it. `none`: no server data.
   */
  reach: 'domain' | 'server' | 'listed' | 'organization' | 'none';
  summary: string;
  description: string;
  /** Absent: the operation refuses every query parameter. */
  query?: Query;
  /** Absent: the operation reads no body (DELETE: RFC 9110, section 9.3.5). */
  body?: BodyDefinition<Body>;
  answer: AnswerDefinition;
  /** Errors beyond those derived from method, path, permission and these fields. */
  errors?: readonly ApiErrorCode[];
  conflict?: string;
  /** The answer carries an ETag; a PATCH sends it in If-Match. */
  isVersioned?: true;
  /**
   * True when people must have signed in within the last ten minutes: for calls that grant rights or answer a secret. A function
   * decides by the body, before the fields are validated; a body that is not a JSON object also requires it.
   */
  needsFreshSignIn?: true | ((body: Record<string, unknown>) => boolean);
  /** The audit entry written in the transaction of the change. Absent: the operation changes nothing. */
  audit?: { action: string; facts: readonly ('before' | 'after')[] };
  /** The answer holds a secret, so an Idempotency-Key replays it to the same caller only. */
  repeatsFor?: 'caller';
  /**
   * A quota reserved in the write that counts the hour, which saves a round trip. If no work begins, the pipeline returns it. The
   * work (one transaction, without a plan) uses it or returns it.
   */
  reservation?: { of: Reservation; giveBack(call: Call, ports: Needs): Promise<void> };
  prepare: (ports: Needs) => Prepare<z.output<Body>, z.output<Query>>;
}

/** An operation with its body and query types erased. */
export interface Operation<Needs> extends Omit<Definition<z.ZodMiniType, z.ZodMiniObject, Needs>, 'prepare'> {
  prepare: (ports: Needs) => Prepare;
}

/** Defines an operation of the API. Its file has the operation's name and contains all that is specific to it. */
export function defineOperation<Needs, Body extends z.ZodMiniType, Query extends z.ZodMiniObject>(
  definition: Definition<Body, Query, Needs>,
): Operation<Needs> {
  return definition as unknown as Operation<Needs>;
}

/** Throws for an invalid body first (400, 422), then for an invalid query (422). */
export function inputReader({ id, body, query }: Pick<Operation<never>, 'id' | 'body' | 'query'>, settings: Settings) {
  const schemaOf = body && schemaByCaller(body.schema, settings);
  const readBody = body?.isOptional ? readActionBody : readJsonBody;
  return (request: HttpRequest, caller: Caller): Input => ({
    operation: id,
    request,
    caller,
    body: schemaOf && readBody(request, schemaOf(caller, request.now)),
    query: query ? readQuery(request, query) : refuseQuery(request),
  });
}

function schemaByCaller(schema: z.ZodMiniType | SchemaByCaller<z.ZodMiniType>, settings: Settings) {
  return typeof schema === 'function' ? schema(settings) : () => schema;
}
