import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { EVENT_PAYLOADS } from '../../../../lambdas/api/reference/event-payloads.schema.ts';
import type { JsonSchema } from '../../../../lambdas/api/reference/extensible-schemas.ts';
import { JsonSchemas } from '../../../../lambdas/api/reference/json-schemas.ts';

const FILE = new URL('payload-fields.json', import.meta.url);

/** Per schema (an event, or a part of one): each field with its type. `?` marks a field that may be absent. */
type Fields = Record<string, Record<string, string>>;

interface Node extends JsonSchema {
  type?: string;
  const?: string;
  enum?: string[];
  items?: Node;
  oneOf?: Node[];
  properties?: Record<string, Node>;
  additionalProperties?: Node;
  required?: string[];
}

const schemas = new JsonSchemas();
for (const [event, schema] of Object.entries(EVENT_PAYLOADS)) schemas.named(event, schema, 'exact');

/** Resolves `$ref`: a named alternative looks the same on the wire. */
const resolved = (node: Node): Node => (schemas.components[node.$ref?.split('/').at(-1) ?? ''] as Node | undefined) ?? node;

/** The types that a receiver may rely on, by path. */
function fieldsOf(node: Node, path: string, mark = ''): [string, string][] {
  if (node.$ref !== undefined) return [[path, `${node.$ref.split('/').at(-1)}${mark}`]];
  if (node.oneOf) {
    const variants = node.oneOf.map(resolved);
    return variants.flatMap((variant) => fieldsOf(variant, `${path}<${variant.properties?.code?.const}>`, mark));
  }
  if (node.type === 'array') return fieldsOf(node.items ?? {}, `${path}[]`, mark);
  if (node.properties) {
    return Object.entries(node.properties).flatMap(([name, property]) =>
      fieldsOf(property, `${path}.${name}`, node.required?.includes(name) ? mark : '?'),
    );
  }
  if (node.additionalProperties) return fieldsOf(node.additionalProperties, `${path}.*`, mark);
  const values = node.enum ?? (node.const === undefined ? [] : [node.const]);
  // `int64` is for clients in other languages; on the wire it changes nothing.
  const type = [node.type, node.format === 'int64' ? undefined : node.format].filter(Boolean).join(' ');
  return [[path, type + mark], ...values.map((value): [string, string] => [`${path}=${value}`, 'value'])];
}

function fieldsOfPayloads(): Fields {
  return Object.fromEntries(
    Object.entries(schemas.components).map(([name, node]) => [name, Object.fromEntries(fieldsOf(node as Node, ''))]),
  );
}

/** Fields of `before` that are missing in `now` or have another type. An optional field may become required. */
function lost(before: Fields, now: Fields): string[] {
  return Object.entries(before).flatMap(([name, fields]) =>
    Object.entries(fields)
      .filter(([path, type]) => ![type, type.replace('?', '')].includes(now[name]?.[path] ?? ''))
      .map(([path, type]) => `${name}${path}: ${type}`),
  );
}

const present = fieldsOfPayloads();
const promised: Fields = JSON.parse(readFileSync(FILE, 'utf8'));

function withAdditions(before: Fields, now: Fields): Fields {
  const names = [...new Set([...Object.keys(before), ...Object.keys(now)])].toSorted();
  return Object.fromEntries(names.map((name) => [name, { ...before[name], ...now[name] }]));
}
if (process.env.UPDATE_DOCS === '1') writeFileSync(FILE, `${JSON.stringify(withAdditions(promised, present), null, 2)}\n`);

describe('the bodies of deliveries', () => {
  it('have every field that they ever had, with its type', () => {
    expect(lost(promised, present)).toEqual([]);
  });

  it('have no field that is not written down as promised (npm run docs adds it)', () => {
    expect(lost(present, JSON.parse(readFileSync(FILE, 'utf8')))).toEqual([]);
  });
});

describe('the comparison of payloads', () => {
  const before: Fields = { Part: { '.a': 'string', '.b': 'integer?', '.c': 'string', '.c=x': 'value' } };
  const without = (path: string, added: Record<string, string> = {}) => {
    const { [path]: _, ...rest } = before.Part ?? {};
    return lost(before, { Part: { ...rest, ...added } });
  };

  it.each([
    ['a field is gone', without('.a'), ['Part.a: string']],
    ['a field has another type', without('.a', { '.a': 'integer' }), ['Part.a: string']],
    ['a field may be absent now', without('.a', { '.a': 'string?' }), ['Part.a: string']],
    ['a value is gone', without('.c=x'), ['Part.c=x: value']],
    ['a schema is gone', lost(before, {}), ['Part.a: string', 'Part.b: integer?', 'Part.c: string', 'Part.c=x: value']],
  ])('reports where %s', (_, found, expected) => {
    expect(found).toEqual(expected);
  });

  it.each([
    ['another field', without('', { '.d': 'string' })],
    ['another value', without('', { '.c=y': 'value' })],
    ['another schema', lost(before, { ...before, Other: { '.a': 'string' } })],
    ['that a field is always there', without('.b', { '.b': 'integer' })],
  ])('allows %s', (_, found) => {
    expect(found).toEqual([]);
  });
});
