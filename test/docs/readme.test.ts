import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { BulkResource } from '../../lambdas/api/domains/bulk-resource.schema.ts';
import { DomainPage, DomainResource } from '../../lambdas/model/domains/domain-resource.schema.ts';
import { WebhookWithSecret } from '../../lambdas/model/webhooks/webhook-resource.schema.ts';

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

/** The first answer that stands behind a call. */
function answerTo(call: string): unknown {
  const from = readme.indexOf(call);
  expect(from, `README has a call of ${call}`).toBeGreaterThan(-1);
  return JSON.parse(/```json\n(.*?)\n```/s.exec(readme.slice(from))?.[1] ?? 'null');
}

describe('the answers in the README', () => {
  it.each<[string, z.ZodMiniType]>([
    [`curl -s "$api/domains" "\${keys[@]}" -H`, DomainResource],
    [`curl -s "$api/domains/1`, DomainResource],
    [`curl -s "$api/domains?`, DomainPage],
    [`curl -s "$api/domains/bulk"`, BulkResource],
    [`curl -s "$api/webhooks"`, WebhookWithSecret],
  ])('to %s are what the API answers', (call, schema) => {
    expect(schema.safeParse(answerTo(call))).toMatchObject({ success: true });
  });
});
