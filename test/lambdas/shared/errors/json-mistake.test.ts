import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { BodyNotJson, jsonMistakeIn } from '../../../../lambdas/shared/errors/app-error.ts';
import { readJsonBody } from '../../../../lambdas/shared/http/json-body.ts';
import type { HttpRequest } from '../../../../lambdas/shared/http/route.ts';

describe('a mistake in JSON', () => {
  it.each([
    ['{"url": shop}', 1, 9, 'value'],
    ["{'url': 1}", 1, 2, 'name'],
    ['{url: 1}', 1, 2, 'name'],
    ['{\n  "url": "a",\n  "server_id": 1,\n}', 4, 1, 'name'],
    ['{"a" 1}', 1, 6, 'colon'],
    ['{"a": 1 "b": 2}', 1, 9, 'comma'],
    ['{"a": 1', 1, 8, 'closing'],
    ['{"a": [1', 1, 9, 'closing'],
    ['{"a": 1}}', 1, 9, 'end'],
    ['{"a": 1} x', 1, 10, 'end'],
    ['// new\n{}', 1, 1, 'noComment'],
    ['{"a": "x\n"}', 1, 7, 'textEnd'],
    ['{"a": "\\q"}', 1, 7, 'escape'],
    ['{"a": "\t"}', 1, 7, 'escape'],
    ['{"a": 1.}', 1, 7, 'digits'],
    ['{"a": True}', 1, 7, 'value'],
  ] as const)('is reported by line, column and what was expected: %j', async (text, line, column, expected) => {
    expect(() => JSON.parse(text)).toThrow(SyntaxError);
    expect(jsonMistakeIn(text)).toEqual({ line, column, expected });
  });
});

function bodyOf(text: string): HttpRequest {
  const headers = { 'content-type': 'application/json' };
  return { headers, rawBody: Buffer.from(text) } as Partial<HttpRequest> as HttpRequest;
}

const refusalOf = async (text: string) => {
  try {
    return readJsonBody(bodyOf(text), z.strictObject({}));
  } catch (error) {
    return error instanceof BodyNotJson ? error.located().message : String(error);
  }
};

it('a body that is no JSON is refused with the place, and without what stands there', async () => {
  const message = await refusalOf('{\n  "secret": whsec_dontTellAnybody\n}');
  expect(message).toContain('not valid JSON: line 2, column 13: expected a value');
  expect(message).not.toMatch(/whsec|dontTell|secret/);
});

it('a body that is no JSON and as deep as it is long is refused without a place', async () => {
  expect(await refusalOf('['.repeat(250_000))).toBe('The body is not valid JSON.');
});
