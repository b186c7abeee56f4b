import { COMMON_FIELDS } from './common-fields.ts';
import { THEME_FIELDS } from './theme-fields.ts';

const FIELDS = { ...THEME_FIELDS };
/** What stands around the fields of one object: its items, or its alternatives. */
const AROUND = ['items', 'oneOf', 'anyOf', 'allOf', 'additionalProperties'] as const;

/** A JSON Schema, as far as it is looked at here. */
interface JsonSchema {
  $ref?: string;
  description?: unknown;
  properties?: Record<string, JsonSchema>;
  [keyword: string]: unknown;
}
type Components = Readonly<Record<string, JsonSchema>>;
type WordsOf = (path: string, field: string) => string | undefined;

/**
 * Describes every field of the components that does not describe itself: a schema says what belongs to its rules, and is bundled
 * into Lambdas; the rest stands in this folder. Answers the words that no field needed.
 */
export function describeComponents(components: Components): string[] {
  const unused = new Set(
    Object.entries(FIELDS).flatMap(([name, fields]) => Object.keys(fields).map((path) => `${name}.${path}`)),
  );
  for (const [name, schema] of Object.entries(components)) {
    describeFields(schema, components, (path, field) => {
      unused.delete(`${name}.${path}`);
      return FIELDS[name]?.[path] ?? COMMON_FIELDS[field];
    });
  }
  return [...unused];
}

function describeFields(schema: JsonSchema, components: Components, wordsOf: WordsOf, path = ''): void {
  for (const [field, property] of Object.entries(schema.properties ?? {})) {
    const ownPath = path === '' ? field : `${path}.${field}`;
    const words = isDescribed(property, components) ? undefined : wordsOf(ownPath, field);
    if (words !== undefined) property.description = words;
    describeFields(property, components, wordsOf, ownPath);
  }
  for (const inner of AROUND.flatMap((keyword) => schema[keyword])) {
    if (typeof inner === 'object' && inner !== null) describeFields(inner as JsonSchema, components, wordsOf, path);
  }
}

function isDescribed({ $ref, description }: JsonSchema, components: Components): boolean {
  const target = $ref === undefined ? undefined : components[$ref.split('/').at(-1) ?? ''];
  return (description ?? target?.description) !== undefined;
}
