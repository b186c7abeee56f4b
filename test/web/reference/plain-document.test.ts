import { describe, expect, it } from 'vitest';
import { openApiDocument } from '../../../lambdas/api/reference/openapi-document.ts';
import { buildReference } from '../../../web/reference/build.ts';

type Json = Record<string, unknown>;
interface Document {
  paths: Json;
  security: Json[];
  components: { schemas: Record<string, { properties?: Record<string, Json> }>; parameters: Json; securitySchemes: Json };
}

const whole = openApiDocument() as unknown as Document;
const plain: Document = JSON.parse(buildReference()['openapi-plain.json']);
const text = JSON.stringify(plain);

describe('the plain document', () => {
  it('has the same operations and the same fields', () => {
    expect(Object.keys(plain.paths)).toEqual(Object.keys(whole.paths));
    const fields = ({ components }: Document) =>
      Object.entries(components.schemas).map(([name, { properties = {} }]) => [name, Object.keys(properties)]);
    expect(fields(plain)).toEqual(fields(whole));
  });

  it('has enums that may grow as text, with what is known in words', () => {
    expect(text).not.toMatch(/"anyOf":\[\{"type":"string","enum"/);
    const { code } = plain.components.schemas.Diagnosis?.properties ?? {};
    expect(code).toEqual({ type: 'string', description: expect.stringContaining('Known values: `ok`, `in_progress`, ') });
    expect(code?.description).toMatch(/^How the domain stands.*; a later version may add others\.$/);
  });

  it('has no webhooks, nor the headers of their deliveries', () => {
    expect(plain).not.toHaveProperty('webhooks');
    expect(Object.keys(plain.components.parameters)).toEqual(['IdempotencyKey', 'IfMatch']);
  });

  it('has no default that is an object', () => {
    expect(text).not.toContain('"default":{');
    expect(JSON.stringify(whole)).toContain('"default":{');
  });

  it('names its security schemes as no schema', () => {
    const names = Object.keys(plain.components.securitySchemes);
    expect(names.filter((name) => name in plain.components.schemas)).toEqual([]);
    expect(plain.security).toEqual([Object.fromEntries(names.map((name) => [name, []]))]);
  });
});
