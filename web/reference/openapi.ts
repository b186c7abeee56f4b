/** The parts of docs/openapi.json that the page shows. */
export interface OpenApi {
  info: { title: string; version: string; description: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: WebhookOperation }>;
  components: {
    securitySchemes: Record<string, { name: string; description: string }>;
    parameters: Record<string, Parameter>;
    responses: Record<string, Response>;
    schemas: Record<string, Schema>;
  };
}

export interface Reference {
  $ref: string;
}

export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  parameters?: (Parameter | Reference)[];
  requestBody?: { required?: boolean; content: Content };
  'x-codeSamples': { label: string; source: string }[];
  responses: Record<string, Response | Reference>;
}

export interface WebhookOperation {
  description: string;
  parameters: Reference[];
  requestBody: { content: Content };
  responses: Record<string, Response>;
}

export interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: Schema;
}

export interface Response {
  description: string;
  content?: Content;
}

type Content = Record<string, Media>;

export interface Media {
  schema: Schema;
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}

export interface Schema {
  $ref?: string;
  type?: string;
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: Schema | boolean;
  oneOf?: Schema[];
  anyOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  examples?: unknown[];
  format?: string;
  contentEncoding?: string;
  pattern?: string;
  deprecated?: boolean;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
}

/** The last part of `#/components/schemas/Domain`. */
export function nameOf($ref: string): string {
  return $ref.slice($ref.lastIndexOf('/') + 1);
}

/** Resolves a reference into the document's components. */
export function resolve<Kind extends object>(value: Kind | Reference, components: Record<string, Kind>): Kind {
  if (!('$ref' in value) || typeof value.$ref !== 'string') return value as Kind;
  const found = components[nameOf(value.$ref)];
  if (!found) throw new Error(`The OpenAPI document has no ${value.$ref}`);
  return found;
}
