// Answers must stay extensible: a new enum value or error code must not break a client generated earlier. Most generators refuse
// values that a closed list lacks.

export interface JsonSchema {
  $ref?: string;
  format?: string;
  pattern?: string;
  properties?: Record<string, JsonSchema>;
  additionalProperties?: unknown;
  propertyNames?: unknown;
  [keyword: string]: unknown;
}

/** These enums never grow: the statuses of the specification (section 3), and the four actors. */
const CLOSED = ['dns_status', 'ssl_status', 'actor'];

type Definitions = Readonly<Record<string, JsonSchema>>;

/** The schema of an answer, extensible for clients. `definitions`: the targets of `$ref`. */
export function toExtensibleSchema(schema: JsonSchema, definitions: Definitions): JsonSchema {
  return grow(schema, definitions) as JsonSchema;
}

function grow(value: unknown, definitions: Definitions, field = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => grow(item, definitions));
  if (typeof value !== 'object' || value === null) return value;
  const schema = value as JsonSchema;
  const one = mergeAlternativesByCode(schema);
  if (one) return grow(one, definitions);
  const entries = Object.entries(schema).map(([key, child]) => [
    key,
    key === 'properties' ? growFields(child as Definitions, definitions) : grow(child, definitions, field),
  ]);
  const grown: JsonSchema = withDiscriminator(Object.fromEntries(entries), definitions);
  // Some generators write a boolean constant as text.
  if (grown.type === 'boolean') delete grown.const;
  return openEnum(grown, field);
}

function growFields(fields: Definitions, definitions: Definitions): unknown {
  return Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, grow(schema, definitions, name)]));
}

/** Known values serve completion and documentation; any other text is valid too. */
function openEnum(schema: JsonSchema, field: string): JsonSchema {
  const { type, enum: values, ...rest } = schema;
  if (type !== 'string' || values === undefined || CLOSED.includes(field)) return schema;
  return { anyOf: [{ type, enum: values }, { type }], ...rest };
}

/**
 * Merges alternatives that differ by `code` into one object with all their fields, so that clients read a new code like any
 * other.
 */
function mergeAlternativesByCode({ oneOf, ...rest }: JsonSchema): JsonSchema | undefined {
  const alternatives = (oneOf ?? []) as JsonSchema[];
  const codes = alternatives.map(({ properties }) => properties?.code?.const);
  if (codes.length === 0 || codes.includes(undefined)) return undefined;
  const details = alternatives.flatMap(({ properties }): JsonSchema[] => (properties?.details ? [properties.details] : []));
  const required = details.length === alternatives.length ? requiredByAll(details) : [];
  const { code, message } = alternatives[0]?.properties ?? {};
  return {
    type: 'object',
    properties: {
      code: { type: 'string', enum: codes, description: code?.description },
      message: { type: 'string', description: message?.description },
      details: {
        type: 'object',
        properties: fieldsOfAll(details),
        ...(required.length > 0 && { required }),
        description: `What belongs to this \`code\`. ${alternatives.flatMap(describeDetails).join(' ')}`,
      },
    },
    required: requiredByAll(alternatives),
    ...rest,
  };
}

function fieldsOfAll(objects: readonly JsonSchema[]): Record<string, JsonSchema> {
  const all: Record<string, JsonSchema> = {};
  for (const [name, schema] of objects.flatMap(({ properties = {} }) => Object.entries(properties))) {
    const known = all[name];
    if (known && typeOf(known) !== typeOf(schema)) throw new Error(`two kinds of details are called ${name}`);
    all[name] = { ...schema, ...known };
  }
  return all;
}

function typeOf({ description: _, ...schema }: JsonSchema): string {
  return JSON.stringify(schema);
}

function describeDetails({ properties }: JsonSchema): string[] {
  const fields = Object.keys(properties?.details?.properties ?? {});
  return fields.length === 0 ? [] : [`\`${properties?.code?.const}\`: ${fields.map((name) => `\`${name}\``).join(', ')}.`];
}

function requiredByAll(objects: readonly JsonSchema[]): string[] {
  const [first, ...others] = objects.map(({ required = [] }) => required as string[]);
  return (first ?? []).filter((name) => others.every((required) => required.includes(name)));
}

/** Names the discriminator field of named alternatives, where each holds a constant in it. Without it ogen fails. */
function withDiscriminator(schema: JsonSchema, definitions: Definitions): JsonSchema {
  const references = ((schema.oneOf ?? []) as JsonSchema[]).flatMap(({ $ref }) => $ref ?? []);
  const mapping = references.flatMap(($ref) => {
    const status = definitions[$ref.split('/').at(-1) ?? '']?.properties?.status?.const;
    return typeof status === 'string' ? [[status, $ref.replace('#/$defs/', '#/components/schemas/')]] : [];
  });
  if (references.length === 0 || mapping.length < references.length) return schema;
  return { ...schema, discriminator: { propertyName: 'status', mapping: Object.fromEntries(mapping) } };
}
