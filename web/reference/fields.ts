import { type Html, html } from '../../contract/html.ts';
import { inline } from './markdown.ts';
import { nameOf, type Parameter, type Schema } from './openapi.ts';

/** Pairs of minimum and maximum keywords, with their unit. */
const RANGES: [keyof Schema, keyof Schema, string][] = [
  ['minimum', 'maximum', ''],
  ['minLength', 'maxLength', ' characters'],
  ['minItems', 'maxItems', ' items'],
];

export function schemaId(name: string): string {
  return `schema-${name}`;
}

function schemaLink($ref: string): Html {
  return html`<a href="#${schemaId(nameOf($ref))}">${nameOf($ref)}</a>`;
}

export function parameterFields(parameters: readonly Parameter[]): Html {
  return html`<dl>${parameters.map(({ name, in: place, required, description, schema }) =>
    field(name, { ...schema, ...(description !== undefined && { description }) }, required === true, place),
  )}</dl>`;
}

/** Fields of a schema with their nested fields; links to all alternatives of a union. */
export function schemaFields(schema: Schema): Html {
  const fields = Object.entries(schema.properties ?? {});
  return html`${several(schema) && html`<p>${typeOf(schema)}</p>`}${
    fields.length > 0 && html`<dl>${fields.map(([name, of]) => field(name, of, schema.required?.includes(name) ?? false))}</dl>`
  }`;
}

function field(name: string, schema: Schema, isRequired: boolean, place?: string): Html {
  const inside = schema.items ?? (typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined);
  const nested = [schema, inside].find((one) => one?.properties && Object.keys(one.properties).length > 0);
  return html`<dt><code>${name}</code> <span>${typeOf(schema)}${place !== undefined && `, in the ${place}`}</span>${
    isRequired && html` <b>required</b>`
  }${schema.deprecated === true && html` <b>deprecated</b>`}</dt><dd>${
    schema.description !== undefined && html`<p>${inline(schema.description)}</p>`
  }${limits(schema)}${nested && schemaFields(nested)}</dd>`;
}

function several(schema: Schema): Schema[] | undefined {
  return knownValues(schema) ? undefined : (schema.oneOf ?? schema.anyOf);
}

/** Known values of a field to which a later version may add (lambdas/api/reference/extensible-schemas.ts). */
function knownValues({ anyOf: [known, any] = [] }: Schema): unknown[] | undefined {
  return any?.type === 'string' ? known?.enum : undefined;
}

/** `string (date-time)`, `array of Domain`. */
function typeOf(schema: Schema): Html {
  const choices = several(schema);
  if (choices) return html`${choices.map((choice, index) => html`${index > 0 && ' or '}${typeOf(choice)}`)}`;
  if (schema.$ref !== undefined) return schemaLink(schema.$ref);
  if (schema.items) return html`array of ${typeOf(schema.items)}`;
  const detail = schema.format ?? schema.contentEncoding;
  const type = schema.type ?? (knownValues(schema) ? 'string' : 'any');
  return html`${type}${detail !== undefined && ` (${detail})`}`;
}

function limits(schema: Schema): Html | undefined {
  const values = schema.const === undefined ? schema.enum : [schema.const];
  const known = knownValues(schema);
  const parts = [
    ...(known ? [html`One of: ${listOf(known)}, or what a later version adds`] : []),
    ...(values ? [html`One of: ${listOf(values)}`] : []),
    ...(schema.default === undefined ? [] : [html`Default: ${code(schema.default)}`]),
    ...RANGES.flatMap(([least, most, unit]) => range(schema[least], schema[most], unit) ?? []),
    ...(schema.pattern === undefined ? [] : [html`Pattern: <code>${schema.pattern}</code>`]),
    ...(schema.examples ? [html`Example: ${listOf(schema.examples)}`] : []),
  ];
  return parts.length === 0
    ? undefined
    : html`<p class="limits">${parts.map((part, index) => html`${index > 0 && ' · '}${part}`)}</p>`;
}

/** Omits the largest safe integer, which limits JSON readers and not the field. */
function range(least: unknown, most: unknown, unit: string): Html | undefined {
  const upTo = most === Number.MAX_SAFE_INTEGER ? undefined : most;
  if (least === undefined && upTo === undefined) return undefined;
  if (upTo === undefined) return html`At least ${String(least)}${unit}`;
  return least === undefined ? html`At most ${String(upTo)}${unit}` : html`${String(least)} to ${String(upTo)}${unit}`;
}

function listOf(values: readonly unknown[]): Html {
  return html`${values.map((value, index) => html`${index > 0 && ', '}${code(value)}`)}`;
}

function code(value: unknown): Html {
  return html`<code>${typeof value === 'string' ? value : JSON.stringify(value)}</code>`;
}
