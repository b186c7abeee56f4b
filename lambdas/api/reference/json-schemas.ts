import * as z from 'zod/mini';
import { type JsonSchema, letGrow } from './open-schemas.ts';

/**
 * `request`: what may be sent. `answer`: what a client may be answered, by later versions too. `exact`: what this version
 * answers. They differ in defaults, transforms, unknown fields and values.
 */
type Direction = 'request' | 'answer' | 'exact';

const MAX_INT32 = 2 ** 31 - 1;
const COMPONENTS = '#/components/schemas/';

/** Turns zod schemas into JSON Schema (2020-12); one with an `id` in its meta becomes a component that the others refer to. */
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
    const finish = (made: JsonSchema) => (direction === 'answer' ? letGrow(made, $defs) : made);
    for (const [name, definition] of Object.entries($defs)) this.#add(name, finish(definition));
    return withComponentRefs(finish(own)) as JsonSchema;
  }

  /** The same under a name of its own; answers the reference. */
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

/** A pipe that begins with `unknown` only looks at the value as it is: what may be sent is what comes after. */
function describePipe(schema: z.core.$ZodType, jsonSchema: JsonSchema, schemas: JsonSchemas): void {
  const { def } = (schema as z.core.$ZodPipe)._zod;
  if (def.type !== 'pipe' || def.in._zod.def.type !== 'unknown') return;
  Object.assign(jsonSchema, schemas.of(def.out as z.ZodMiniType, 'request'));
}

function adapt(jsonSchema: JsonSchema, direction: Direction): void {
  // The pattern says what `format` says, in 300 characters.
  if (jsonSchema.format === 'date-time' || jsonSchema.format === 'date') delete jsonSchema.pattern;
  // Every property name is a string.
  if (JSON.stringify(jsonSchema.propertyNames) === '{"type":"string"}') delete jsonSchema.propertyNames;
  sizeInteger(jsonSchema);
  removeImpossible(jsonSchema);
  // A later version may add fields to an answer: a client must not break at one.
  if (direction !== 'request' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
}

/** Without a format a client in Go or Java takes 32 bits, and ids of domains have more. */
function sizeInteger(jsonSchema: JsonSchema): void {
  const { type, maximum } = jsonSchema as { type?: string; maximum?: number };
  if (type === 'integer' && (maximum ?? Number.POSITIVE_INFINITY) > MAX_INT32) jsonSchema.format = 'int64';
}

/** A field that is refused with words of its own is, in the end, an unknown one. */
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
