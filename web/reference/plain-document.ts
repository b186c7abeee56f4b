// OpenAPI document without what some client generators cannot read yet. docs/guides/clients.md lists them and their problems.

type Json = Record<string, unknown>;

/** The same operations and fields, with extensible enums as strings, and without the webhooks, which no client calls. */
export function plainDocument({ webhooks: _, ...document }: Json): Json {
  const { parameters, securitySchemes, ...components } = document.components as Record<string, Json>;
  const ofClients = Object.entries(parameters ?? {}).filter(([name]) => !name.startsWith('Delivery'));
  const schemes = Object.entries(securitySchemes ?? {}).map(([name, scheme]) => [schemeName(name), scheme]);
  const security = (document.security as Json[]).map((one) =>
    Object.fromEntries(Object.entries(one).map(([name, scopes]) => [schemeName(name), scopes])),
  );
  return plain({
    ...document,
    security,
    components: {
      ...components,
      securitySchemes: Object.fromEntries(schemes),
      parameters: Object.fromEntries(ofClients),
    },
  }) as Json;
}

/** Avoids a clash with the schema ApiKey: ogen makes a type of both. */
function schemeName(name: string): string {
  return `${name}Header`;
}

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(withoutObjectDefault(withoutOpenEnum(value as Json)));
  return Object.fromEntries(entries.map(([key, child]) => [key, key.startsWith('example') ? child : plain(child)]));
}

/** Reverts toExtensibleSchema (lambdas/api/reference/extensible-schemas.ts). */
function withoutOpenEnum(schema: Json): Json {
  const { anyOf, ...rest } = schema;
  const [known, any] = (anyOf ?? []) as { enum?: string[]; type?: string }[];
  if (known?.enum === undefined || any?.type !== 'string') return schema;
  const values = `Known values: ${known.enum.map((name) => `\`${name}\``).join(', ')}; a later version may add others.`;
  return { ...rest, type: 'string', description: [rest.description, values].filter(Boolean).join(' ') };
}

/** An absent object needs no default: the service treats both alike. */
function withoutObjectDefault(schema: Json): Json {
  const { default: value, ...rest } = schema;
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? rest : schema;
}
