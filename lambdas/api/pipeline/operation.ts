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

/** A request after its body and its query were read. */
export interface Input<Body = unknown, Query = unknown> {
  operation: OperationId;
  request: HttpRequest;
  caller: Caller;
  body: Body;
  query: Query;
}

/**
 * Reads what the work must know, and answers the work. It throws what is wrong with the request: AppErrors of 403, 404, 409 and
 * 422. It runs while the request is still being counted, so it must not write.
 */
export type Prepare<Body = unknown, Query = unknown> = (
  input: Input<Body, Query>,
) => Promise<Work | PlannedWork> | Work | PlannedWork;

/** The schema of a body that depends on the stage, on whether the caller is in test mode, or on the time. */
export type SchemaByCaller<Schema> = (settings: Settings) => (caller: Caller, now: Date) => Schema;

interface BodyDefinition<Schema> {
  schema: Schema | SchemaByCaller<Schema>;
  /** What the reference shows in place of `schema`; needed where that is a function. */
  documented?: z.ZodMiniType;
  example: () => unknown;
  /** The operation may be called without a body, which is then `{}`. */
  isOptional?: true;
}

/** The body of an action that takes nothing: none, or `{}`. */
export const NO_FIELDS = { schema: z.strictObject({}), example: () => ({}), isOptional: true } as const;

interface AnswerDefinition {
  status: 200 | 201;
  description: string;
  schema: z.ZodMiniType;
  example: () => unknown;
  /** Examples of the answer as a file, where it is also answered so. */
  csv?: string;
  jsonl?: string;
}

/** Everything that there is to know about an operation but its method, path and permission (contract/api/operations.ts). */
interface Definition<Body extends z.ZodMiniType, Query extends z.ZodMiniObject, Needs> {
  id: OperationId;
  /** How the clients of all languages call it, in snake case: `domains.get_note` is `client.domains.get_note()`, in Go `GetNote`. */
  clientMethod: `${string}.${string}`;
  tag: keyof typeof TAGS;
  /**
   * What it reaches, for keys that are restricted to servers. `domain`: one domain, or those that it lists or makes: its work
   * asks for their server (`requireServer`), which only it knows. `server`: the one that its path names. `listed`: servers, of
   * which it shows those that are allowed. `organization`: more than single servers, so that no such key may call it. `none`:
   * nothing of a server.
   */
  reach: 'domain' | 'server' | 'listed' | 'organization' | 'none';
  summary: string;
  /** Markdown. */
  description: string;
  /** Absent: every query parameter is refused. */
  query?: Query;
  /** Absent: a body is not read (DELETE: RFC 9110, section 9.3.5). */
  body?: BodyDefinition<Body>;
  answer: AnswerDefinition;
  /** Errors beyond those that follow from method, path, permission and these fields. */
  errors?: readonly ApiErrorCode[];
  /** The message of the 409 for a state that forbids the operation. */
  conflict?: string;
  /** The answer has an ETag; a PATCH takes it back in If-Match. */
  isVersioned?: true;
  /**
   * Whether people must have signed in within the last ten minutes: where a call gives rights, or answers a secret. Where that
   * depends on the body, it is decided before the fields are checked, and a body that is no JSON object needs it, too.
   */
  needsFreshSignIn?: true | ((body: Record<string, unknown>) => boolean);
  /** The entry that it leaves on the audit record, in the transaction of its change. Absent: it changes nothing. */
  audit?: { action: string; facts: readonly ('before' | 'after')[] };
  /** The answer holds a secret that others of the organization may not have: an Idempotency-Key repeats it to its caller only. */
  repeatsFor?: 'caller';
  /**
   * What a well-formed call takes of a quota with the count of its hour, so that it costs no round trip. Where no work begins it
   * is given back; the work, which is one transaction and has no plan, uses it or gives it back.
   */
  reservation?: { of: Reservation; giveBack(call: Call, ports: Needs): Promise<void> };
  /** With the ports of the wiring that the operation needs. */
  prepare: (ports: Needs) => Prepare<z.output<Body>, z.output<Query>>;
}

/** An operation of the API, whatever it reads. */
export interface Operation<Needs> extends Omit<Definition<z.ZodMiniType, z.ZodMiniObject, Needs>, 'prepare'> {
  prepare: (ports: Needs) => Prepare;
}

/** Defines an operation of the API. Its file is named like it, and holds all that is its own. */
export function defineOperation<Needs, Body extends z.ZodMiniType, Query extends z.ZodMiniObject>(
  definition: Definition<Body, Query, Needs>,
): Operation<Needs> {
  return definition as unknown as Operation<Needs>;
}

/** Throws what is wrong with the body (400, 422), then with the query (422). */
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
