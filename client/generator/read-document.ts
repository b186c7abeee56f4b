import { NAMES_OF_MODELS, NAMES_OF_VALUES } from './names.ts';

/** A type of the OpenAPI document, for the generators of all languages. */
export type Type = { isNullable?: boolean } & (
  | { kind: 'text'; values?: string; isOpen?: boolean }
  | { kind: 'integer' | 'number' | 'boolean' | 'instant' | 'date' | 'any' }
  | { kind: 'list' | 'map'; of: Type }
  | { kind: 'model'; name: string }
);
export interface Field {
  name: string;
  type: Type;
  isRequired: boolean;
  /** Zero is a valid value, different from absent. */
  isZeroMeant: boolean;
  description: string;
}
export interface Model {
  name: string;
  description: string;
  fields: Field[];
}
export interface Operation {
  id: string;
  resource: string;
  method: string;
  httpMethod: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  summary: string;
  description: string;
  pathParameters: Field[];
  query: Field[];
  /** Undefined: no request body. */
  body: Model | undefined;
  takesIfMatch: boolean;
  /** The answer: a model, or pages of one. */
  answer: { model: string; isPaged: boolean };
}
/** Lists of known values, by name. */
export type Values = Map<string, readonly string[]>;
export interface ClientModel {
  values: Values;
  answers: Model[];
  requests: Model[];
  operations: Operation[];
}

interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  enum?: string[];
  const?: string;
  anyOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  items?: Schema;
  minimum?: number;
  description?: string;
}
interface Parameter {
  $ref?: string;
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: Schema;
}
interface DocumentOperation {
  operationId: string;
  /** `<resource>.<method>`, as the clients of all languages have it. */
  'x-client-method': string;
  summary: string;
  description: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}
interface Document {
  paths: Record<string, Record<string, DocumentOperation>>;
  webhooks: Record<string, { post: DocumentOperation }>;
  components: { schemas: Record<string, Schema>; parameters: Record<string, Parameter> };
}

const JSON_TYPE = 'application/json';
/** Query parameter of lists and reports. The clients read only JSON. */
const NOT_OFFERED = new Set(['format']);
const EVENT_DATA = 'EventData';

/** What the generators of all languages write from. Reads each schema that an operation answers or takes, and names those within. */
export function readDocument(document: unknown): ClientModel {
  const { paths, webhooks, components } = document as Document;
  const { schemas } = components;
  const values: Values = namedValues(schemas);
  const answers = new Map<string, Model>();
  const requests = new Map<string, Model>();
  const shapes = new Map<string, string>();
  const nameOf = (ref: string) => ref.split('/').at(-1) ?? '';

  function typeOf(schema: Schema, place: Place): Type {
    if (schema.$ref !== undefined) return modelOf(nameOf(schema.$ref), schemas[nameOf(schema.$ref)] ?? {}, place.models);
    if (schema.oneOf) return modelOf(place.name, merge(schema.oneOf.map(resolve)), place.models);
    if (schema.anyOf) return typeOfEither(schema.anyOf, place);
    if (Array.isArray(schema.type)) return { ...typeOf({ ...schema, type: schema.type[0] ?? '' }, place), isNullable: true };
    if (schema.enum) return typeOfEnum(schema.enum, place);
    return typeOfPlain(schema, place);
  }

  /** A nullable type, or an enum that may grow. */
  function typeOfEither([first = {}, second = {}]: Schema[], place: Place): Type {
    if (second.type === 'null') return { ...typeOf(first, place), isNullable: true };
    return first.enum && second.type === 'string' ? textOf(first.enum, true, place) : { kind: 'any' };
  }

  function typeOfEnum(known: readonly string[], place: Place): Type {
    return known.join() === 'true,false' ? { kind: 'boolean' } : textOf(known, false, place);
  }

  function typeOfPlain(schema: Schema, place: Place): Type {
    switch (schema.type) {
      case 'string':
        return { kind: KIND_OF_FORMAT[schema.format ?? ''] ?? 'text' };
      case 'integer':
      case 'number':
      case 'boolean':
        return { kind: schema.type };
      case 'array':
        return { kind: 'list', of: typeOf(schema.items ?? {}, { ...place, name: singular(place.name) }) };
      case 'object':
        return typeOfObject(schema, place);
      default:
        return { kind: 'any' };
    }
  }

  function typeOfObject(schema: Schema, place: Place): Type {
    const fields = Object.entries(schema.properties ?? {});
    if (fields.length === 0 || fields.some(([name]) => !/^\w+$/.test(name))) {
      const [[, first] = ['', schema.additionalProperties]] = fields;
      return { kind: 'map', of: typeof first === 'object' ? typeOf(first, place) : { kind: 'any' } };
    }
    const same = Object.entries(schemas).find(([, other]) => isSameShape(schema, other));
    return modelOf(same?.[0] ?? place.name, schema, place.models);
  }

  function textOf(known: readonly string[], isOpen: boolean, { name }: Place): Type {
    const same = [...values].find(([, others]) => others.join() === known.join());
    if (same) return { kind: 'text', values: same[0], isOpen };
    if (values.has(name)) throw new Error(`${name} has two lists of values: name one in NAMES_OF_VALUES`);
    values.set(name, known);
    return { kind: 'text', values: name, isOpen };
  }

  const resolve = (schema: Schema): Schema => (schema.$ref === undefined ? schema : (schemas[nameOf(schema.$ref)] ?? {}));

  /** Registers a model before it reads its fields, because a model may contain itself. */
  function modelOf(name: string, schema: Schema, models: Map<string, Model>): Extract<Type, { kind: 'model' }> {
    const shape = shapeOf(schema);
    if (shape !== (shapes.get(name) ?? shape)) throw new Error(`${name} would name two objects: see NAMES_OF_MODELS`);
    shapes.set(name, shape);
    if (!models.has(name)) {
      const model: Model = { name, description: schema.description ?? '', fields: [] };
      models.set(name, model);
      model.fields = fieldsOf(name, schema, models);
    }
    return { kind: 'model', name };
  }

  function fieldsOf(model: string, schema: Schema, models: Map<string, Model>): Field[] {
    return Object.entries(schema.properties ?? {}).map(([name, field]) => {
      const isData = model === 'Event' && name === 'data';
      const ofEvents = isData ? modelOf(EVENT_DATA, dataOfEvents(), models) : undefined;
      const place = { name: placeName(model, name), models };
      return {
        name,
        type: ofEvents ?? typeOf(field, place),
        isRequired: schema.required?.includes(name) ?? false,
        isZeroMeant: field.minimum === undefined || field.minimum <= 0,
        description: field.description ?? '',
      };
    });
  }

  /** All fields that the data of any event may have. */
  function dataOfEvents(): Schema {
    const events = Object.values(webhooks).map(({ post }) => resolve(post.requestBody?.content[JSON_TYPE]?.schema ?? {}));
    const { properties = {} } = merge(events.map((event) => event.properties?.data ?? {}));
    return { description: 'What an event is about, as the API showed it at that moment.', properties };
  }

  function operationOf(path: string, httpMethod: string, operation: DocumentOperation): Operation {
    const parameters = (operation.parameters ?? []).map((one) =>
      one.$ref === undefined ? one : (components.parameters[nameOf(one.$ref)] as Parameter),
    );
    const fieldsIn = (where: string): Field[] =>
      parameters
        .filter((one) => one.in === where && !NOT_OFFERED.has(one.name))
        .map(({ name, schema, required = false, description = '' }) => {
          const owner = `${operation.operationId[0]?.toUpperCase()}${operation.operationId.slice(1)}`;
          const place = { name: placeName(owner, name), models: requests };
          const isZeroMeant = schema.minimum !== undefined && schema.minimum <= 0;
          return { name, type: typeOf(schema, place), isRequired: required, isZeroMeant, description };
        });
    const body = operation.requestBody?.content[JSON_TYPE]?.schema.$ref;
    if (body !== undefined) modelOf(nameOf(body), schemas[nameOf(body)] ?? {}, requests);
    const success = Object.entries(operation.responses).find(([status]) => status.startsWith('2'))?.[1];
    const [resource = '', method = ''] = operation['x-client-method'].split('.');
    const answer = nameOf(success?.content?.[JSON_TYPE]?.schema.$ref ?? '');
    return {
      id: operation.operationId,
      resource,
      method,
      httpMethod: httpMethod.toUpperCase() as Operation['httpMethod'],
      path,
      summary: operation.summary,
      description: operation.description,
      pathParameters: fieldsIn('path'),
      query: fieldsIn('query'),
      body: requests.get(nameOf(body ?? '')),
      takesIfMatch: parameters.some(({ name }) => name === 'If-Match'),
      answer: answerOf(answer),
    };
  }

  function answerOf(name: string): Operation['answer'] {
    const { data, next_cursor } = schemas[name]?.properties ?? {};
    if (!next_cursor || data?.items?.$ref === undefined || !name.endsWith('Page')) {
      modelOf(name, schemas[name] ?? {}, answers);
      return { model: name, isPaged: false };
    }
    const model = nameOf(data.items.$ref);
    modelOf(model, schemas[model] ?? {}, answers);
    return { model, isPaged: true };
  }

  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => operationOf(path, method, operation)),
  );
  modelOf('ApiError', schemas.ApiError ?? {}, answers);
  const byName = (models: Map<string, Model>) => [...models.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  return { values, answers: byName(answers), requests: byName(requests), operations };
}

interface Place {
  /** Name for an unnamed model or value list found here. */
  name: string;
  models: Map<string, Model>;
}

const KIND_OF_FORMAT: Record<string, 'instant' | 'date'> = { 'date-time': 'instant', date: 'date' };

function placeName(model: string, field: string): string {
  const words = field.split('_').map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`);
  const name = `${model.replace(/Request$/, '')}${words.join('')}`;
  return NAMES_OF_MODELS[name] ?? name;
}

/** Merges objects into one with the fields of all. Required are the fields that all of them require. */
function merge(schemas: Schema[]): Schema {
  const properties: Record<string, Schema> = {};
  for (const schema of schemas) {
    for (const [name, field] of Object.entries(schema.properties ?? {})) {
      const before = properties[name];
      properties[name] = before && field.const !== before.const ? textOfConstants(before, field) : { ...field };
    }
  }
  const required = Object.keys(properties).filter((name) => schemas.every((schema) => schema.required?.includes(name)));
  return { type: 'object', description: schemas[0]?.description ?? '', properties, required };
}

function textOfConstants(before: Schema, field: Schema): Schema {
  const known = [...(before.anyOf?.[0]?.enum ?? [before.const ?? '']), field.const ?? ''];
  return { anyOf: [{ type: 'string', enum: known }, { type: 'string' }], description: `\`${known.join('` or `')}\`.` };
}

function isSameShape(one: Schema, other: Schema): boolean {
  return shapeOf(one) === shapeOf(other);
}

/** Two objects are the same model if they differ only in descriptions. */
function shapeOf(schema: Schema): string {
  const named = (key: string, value: unknown) => (key === 'description' && typeof value === 'string' ? undefined : value);
  return JSON.stringify([schema.properties, schema.required], named);
}

function singular(name: string): string {
  const word = name.replace(/ies$/, 'y').replace(/(?<!s)s$/, '');
  return NAMES_OF_MODELS[word] ?? word;
}

/** Named lists apply wherever the same values occur. */
function namedValues(schemas: Record<string, Schema>): Values {
  return new Map(
    Object.entries(NAMES_OF_VALUES).map(([place, name]) => {
      const [model = '', field = ''] = place.split('.');
      const schema = schemas[model]?.properties?.[field];
      const text = schema?.items ?? schema;
      const known = text?.enum ?? text?.anyOf?.[0]?.enum;
      if (!known) throw new Error(`${place} in NAMES_OF_VALUES has no list of values`);
      return [name, known];
    }),
  );
}
