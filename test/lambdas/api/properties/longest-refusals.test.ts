/** @module-tag slow */

import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { OPERATIONS, type OperationId } from '../../../../contract/api/operations.ts';
import { assertWithinAwsLimits } from '../../../aws-limits.ts';
import { answers, dynamo } from '../api-caller.ts';
import { ownPath, tableHoldsOrganizations } from './an-organization.ts';
import { expectDocumented } from './documented.ts';
import { call } from './every-route.ts';

const LONGEST_BODY = 256 * 1024;
/** Lambda's largest response, https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html */
const LONGEST_ANSWER = 6 * 1024 * 1024;

/** A body with as many copies of `piece` as fit. */
function filled(before: string, piece: (index: number) => string, after: string): string {
  const count = Math.floor((LONGEST_BODY - before.length - after.length) / (piece(99_999).length + 1));
  return before + Array.from({ length: count }, (_, index) => piece(index)).join(',') + after;
}
const zero = () => '0';
/** 256 random bits in base64url: gzip cannot compress this text. */
const incompressible = (index: number) => `"${createHash('sha256').update(String(index)).digest('base64url')}":0`;
const member = (index: number) => `"${index.toString(36)}":0`;

beforeEach(() => {
  tableHoldsOrganizations();
  // As long as the result of `answerSeal`.
  answers.seal.mockImplementation(async (_, body) => ({
    dataKey: '',
    iv: '',
    tag: '',
    ciphertext: gzipSync(body).toString('base64'),
  }));
});

// Test files that run later in the same process use `answers.seal`, too.
afterAll(() => {
  answers.seal.mockReset();
});

describe('a body full of mistakes', () => {
  it.each<[OperationId, string, string]>([
    ['createDomain', 'a very long name', `{"${'x'.repeat(LONGEST_BODY - 100)}":0}`],
    ['createDomain', 'unknown fields', filled('{', member, '}')],
    ['createDomain', 'wrong pairs', filled('{"metadata":{', member, '}}')],
    ['createDomains', 'items', filled('{"domains":[', zero, ']}')],
    ['createDomains', 'an item of unknown fields', filled('{"domains":[{', member, '}]}')],
    ['createDomains', 'an item of wrong pairs', filled('{"domains":[{"metadata":{', member, '}}]}')],
    ['createServer', 'addresses', filled('{"address":[', () => '""', ']}')],
    ['updateServer', 'addresses', filled('{"address":[', zero, ']}')],
    ['createWebhook', 'events', filled('{"events":[', zero, ']}')],
    ['updateWebhook', 'events', filled('{"events":[', zero, ']}')],
    ['createDomains', 'an item of names that nothing compresses', filled('{"domains":[{', incompressible, '}]}')],
  ])('is refused in an answer that AWS takes, and that fits into the item for a repeat: %s, %s', async (operation, _, body) => {
    const { method, path } = OPERATIONS[operation];
    const headers = { 'idempotency-key': 'once' };
    const answer = await call({ method, path: ownPath(operation, path), body, headers });
    expectDocumented(operation, answer);
    expect(answer.status).toBe(422);
    // Lambda encodes the body as a string within JSON.
    expect(JSON.stringify(JSON.stringify(answer.json)).length).toBeLessThan(LONGEST_ANSWER);
    for (const { args } of dynamo.calls()) assertWithinAwsLimits(args[0]);
  });
});
