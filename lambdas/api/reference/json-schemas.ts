import * as z from 'zod/mini';
import { type JsonSchema, toExtensibleSchema } from './extensible-schemas.ts';

/**
 * `request`: what clients may send. `answer`: what clients must accept, also from later versions. `exact`: what this version
 * answers. They differ in defaults, transforms, unknown fields and values.
 */
type Direction = 'request' | 'answer' | 'exact';

const MAX_INT32 = 2 ** 31 - 1;
const COMPONENTS = '#/components/schemas/';

/** Converts zod schemas to JSON Schema 2020-12. A schema with an `id` in its meta becomes a component that others reference. */
export class JsonSchemas {
  readonly components: Record<string, JsonSchema> = {};

  of(schema: z.ZodMiniType, direction: Direction): JsonSchema {
    const {
      $schema: _,
      $defs = {},
      ...own
    } = z.toJSONSchema(schema, {
      target: 'draft-2020-12',
      io: direction === 'request' ? 'input' : 'output',
      unrepresentable: 'any',
      override: ({ zodSchema, jsonSchema: made }) => {
        const jsonSchema = made as JsonSchema;
        if (direction === 'request') describePipe(zodSchema, jsonSchema, this);
        adapt(jsonSchema, direction);
      },
    }) as JsonSchema & { $defs?: Record<string, JsonSchema> };
    const finish = (made: JsonSchema) => (direction === 'answer' ? toExtensibleSchema(made, $defs) : made);
    for (const [name, definition] of Object.entries($defs)) this.#add(name, finish(definition));
    return withComponentRefs(finish(own)) as JsonSchema;
  }

  /** Adds the schema as a component under this name and returns the reference. */
  named(name: string, schema: z.ZodMiniType, direction: Direction): { $ref: string } {
    return this.ref(name, this.of(schema, direction));
  }

  ref(name: string, schema: JsonSchema): { $ref: string } {
    this.#add(name, schema);
    return { $ref: COMPONENTS + name };
  }

  #add(name: string, schema: JsonSchema): void {
    const { id: _, ...adapted } = withComponentRefs(schema) as JsonSchema;
    const present = this.components[name];
    if (present && JSON.stringify(present) !== JSON.stringify(adapted)) throw new Error(`two schemas are called ${name}`);
    this.components[name] = adapted;
  }
}

/** A pipe that begins with `unknown` checks the raw value first; clients send what follows. */
function describePipe(schema: z.core.$ZodType, jsonSchema: JsonSchema, schemas: JsonSchemas): void {
  const { def } = (schema as z.core.$ZodPipe)._zod;
  if (def.type !== 'pipe' || def.in._zod.def.type !== 'unknown') return;
  Object.assign(jsonSchema, schemas.of(def.out as z.ZodMiniType, 'request'));
}

function adapt(jsonSchema: JsonSchema, direction: Direction): void {
  // `format` says the same as this 300-character pattern.
  if (jsonSchema.format === 'date-time' || jsonSchema.format === 'date') delete jsonSchema.pattern;
  // Redundant: every property name is a string.
  if (JSON.stringify(jsonSchema.propertyNames) === '{"type":"string"}') delete jsonSchema.propertyNames;
  sizeInteger(jsonSchema);
  removeImpossible(jsonSchema);
  // Later versions may add fields to an answer, and clients must accept them.
  if (direction !== 'request' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
}

/** Without a format, clients in Go and Java use 32 bits, which are too few for domain ids. */
function sizeInteger(jsonSchema: JsonSchema): void {
  const { type, maximum } = jsonSchema as { type?: string; maximum?: number };
  if (type === 'integer' && (maximum ?? Number.POSITIVE_INFINITY) > MAX_INT32) jsonSchema.format = 'int64';
}

/** A field that is always refused with its own message counts as unknown, so the schema omits it. */
function removeImpossible({ properties }: JsonSchema): void {
  for (const [name, property] of Object.entries(properties ?? {})) {
    if (properties && JSON.stringify(property) === '{"not":{}}') delete properties[name];
  }
}

function withComponentRefs(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withComponentRefs);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => [
      key,
      key === '$ref' && typeof child === 'string' ? child.replace('#/$defs/', COMPONENTS) : withComponentRefs(child),
    ]),
  );
}
