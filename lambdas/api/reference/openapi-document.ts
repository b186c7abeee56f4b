import { OPERATIONS, type Operation, type OperationId } from '../../../contract/api/operations.ts';
import { API_OPERATIONS } from '../operations.ts';
import type { Operation as DefinedOperation } from '../pipeline/operation.ts';
import { TAGS } from '../pipeline/tags.ts';
import { type CodeSample, codeSamples } from './code-samples.ts';
import { DELIVERY_PARAMETERS } from './delivery-parameters.ts';
import { ErrorResponses } from './error-responses.ts';
import { introduction } from './introduction.ts';
import { JsonSchemas } from './json-schemas.ts';
import type { BodyDescription, OperationDescription } from './operation-description.ts';
import { PARAMETERS, parametersOf } from './parameters.ts';
import { pathExamples } from './path-examples.ts';
import { answerHeaders, RESPONSE_HEADERS } from './response-headers.ts';
import { webhookEvents } from './webhook-events.ts';

export const OPERATION_DESCRIPTIONS = Object.fromEntries(
  API_OPERATIONS.map((operation) => [operation.id, descriptionOf(operation)]),
) as Record<OperationId, OperationDescription>;

function descriptionOf({ body, answer, ...others }: DefinedOperation<never>): OperationDescription {
  return {
    ...others,
    ...(body && { body: { ...body, schema: schemaOf(body), example: body.example() } }),
    answer: { ...answer, example: answer.example() },
  };
}

function schemaOf({ schema, documented }: NonNullable<DefinedOperation<never>['body']>) {
  const shown = documented ?? schema;
  if (typeof shown === 'function') throw new Error('a schema that depends on the caller needs one for the reference');
  return shown;
}

/** The OpenAPI 3.1 document of the public API, generated from the schemas that the service validates with. */
export function openApiDocument() {
  const schemas = new JsonSchemas();
  const responses = new ErrorResponses(schemas);
  const paths: Record<string, Record<string, object>> = {};
  for (const [id, operation] of Object.entries(OPERATIONS) as [OperationId, Operation][]) {
    paths[operation.path] ??= {};
    Object.assign(paths[operation.path] ?? {}, { [operation.method.toLowerCase()]: operationObject(id, schemas, responses) });
  }
  const webhooks = webhookEvents(schemas);
  return {
    openapi: '3.1.1',
    info: {
      title: 'Certificate provisioning API',
      version: '1',
      summary: 'HTTPS for the domains of your customers.',
      description: introduction(samplesOf('createDomain')),
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'The site that serves this document.' }],
    security: [{ ApiKeyId: [], ApiKey: [] }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    webhooks,
    components: {
      securitySchemes: {
        ApiKeyId: {
          type: 'apiKey',
          in: 'header',
          name: 'X-API-KEY-ID',
          description: 'The public id of the API key, `cps_pk_…`.',
        },
        ApiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'X-API-KEY',
          description:
            'The secret of the API key, `sk_…`. It does not belong in the pages of a website. What you type on this page stays in its memory, and is gone when you leave it.',
        },
      },
      parameters: { ...PARAMETERS, ...DELIVERY_PARAMETERS },
      headers: RESPONSE_HEADERS,
      responses: sortByKey(responses.components),
      schemas: sortByKey(schemas.components),
    },
  };
}

function operationObject(id: OperationId, schemas: JsonSchemas, responses: ErrorResponses) {
  const operation: Operation = OPERATIONS[id];
  const description = OPERATION_DESCRIPTIONS[id];
  const { status, ...answer } = description.answer;
  const parameters = parametersOf(operation, description, schemas);
  return {
    operationId: id,
    tags: [description.tag],
    summary: description.summary,
    description: `${description.description}\n\n${permissionText(operation)}`,
    ...(operation.permission !== undefined && { 'x-required-permission': operation.permission }),
    ...(parameters.length > 0 && { parameters }),
    ...(description.body && { requestBody: requestBody(id, description.body, schemas) }),
    'x-client-method': description.clientMethod,
    'x-codeSamples': samplesOf(id),
    responses: {
      [status]: {
        description: answer.description,
        headers: answerHeaders(operation.method === 'POST', description.isVersioned),
        content: {
          'application/json': { schema: schemas.of(answer.schema, 'answer'), example: answer.example },
          ...textContent('text/csv', answer.csv),
          ...textContent('application/jsonl', answer.jsonl),
        },
      },
      ...responses.of(operation, description),
    },
  };
}

function textContent(type: string, example: string | undefined) {
  return example === undefined ? {} : { [type]: { schema: { type: 'string' }, example } };
}

/** A sample call of this operation, with the values of its examples. */
export function samplesOf(id: OperationId): CodeSample[] {
  const operation: Operation = OPERATIONS[id];
  const { tag, body } = OPERATION_DESCRIPTIONS[id];
  const isEmpty = body?.isOptional && Object.keys(body.example as object).length === 0;
  const path = pathExamples(operation.path, tag);
  return codeSamples(operation, { path, ...(body && !isEmpty && { body: body.example }) });
}

function permissionText({ permission }: Operation): string {
  return permission === undefined ? 'Permission: none.' : `Permission: \`${permission}\`.`;
}

function requestBody(id: OperationId, { schema, example, isOptional }: BodyDescription, schemas: JsonSchemas) {
  const name = `${id.slice(0, 1).toUpperCase()}${id.slice(1)}Request`;
  const isChange = OPERATIONS[id].method === 'PATCH';
  const ofRequest = { ...schemas.of(schema, 'request'), ...(isChange && { minProperties: 1 }) };
  return {
    required: isOptional !== true,
    content: { 'application/json': { schema: schemas.ref(name, ofRequest), example } },
  };
}

function sortByKey<Value>(values: Record<string, Value>): Record<string, Value> {
  return Object.fromEntries(Object.entries(values).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
