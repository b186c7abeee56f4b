import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { repeatableRequest } from '../../../../lambdas/api/pipeline/idempotency.ts';
import type { HttpRequest } from '../../../../lambdas/shared/http/route.ts';

const request = (changes: Partial<HttpRequest> = {}) =>
  ({
    method: 'POST',
    path: '/api/domains',
    query: '',
    headers: { 'idempotency-key': 'a' },
    rawBody: Buffer.from('{}'),
    ...changes,
  }) as HttpRequest;
const fingerprint = (changes: Partial<HttpRequest> = {}) => repeatableRequest(request(changes))?.fingerprint;

describe('a request that can be repeated', () => {
  it.each(['GET', 'PATCH', 'DELETE'])(
    'a %s cannot be repeated: an Idempotency-Key says nothing there, right or wrong',
    (method) => {
      expect(repeatableRequest(request({ method }))).toBeUndefined();
      expect(repeatableRequest(request({ method, headers: { 'idempotency-key': 'ä' } }))).toBeUndefined();
    },
  );

  it('a POST without an Idempotency-Key cannot be repeated', () => {
    expect(repeatableRequest(request({ headers: {} }))).toBeUndefined();
  });

  it('is the same by method, path, query and raw body, whatever its other headers and moment', () => {
    const one = fingerprint();
    expect(fingerprint({ headers: { 'idempotency-key': 'b', 'user-agent': 'x' }, requestId: 'req_2', now: new Date(0) })).toBe(
      one,
    );
    expect(fingerprint({ path: '/api/webhooks' })).not.toBe(one);
    expect(fingerprint({ query: 'a' })).not.toBe(one);
    expect(fingerprint({ rawBody: Buffer.from('{} ') })).not.toBe(one);
  });

  it('is another one if a part moves from the path to the query or the body', () => {
    const text = fc.string({ maxLength: 4 });
    fc.assert(
      fc.property(fc.tuple(text, text, text), fc.tuple(text, text, text), (one, other) => {
        const of = ([path, query, body]: [string, string, string]) => fingerprint({ path, query, rawBody: Buffer.from(body) });
        expect(of(one) === of(other)).toBe(one.join('\0') === other.join('\0'));
      }),
    );
    expect(fingerprint({ path: '/a', query: 'b' })).not.toBe(fingerprint({ path: '/ab', query: '' }));
    expect(fingerprint({ query: '1:', rawBody: Buffer.from('') })).not.toBe(
      fingerprint({ query: '', rawBody: Buffer.from('1:') }),
    );
  });

  it('has a key that no other owner can name, nor the organization itself', () => {
    const text = fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 6 });
    const owner = fc.option(text, { nil: undefined });
    const hashOf = (whose: string | undefined, key: string) =>
      repeatableRequest(request({ headers: { 'idempotency-key': key } }), whose)?.keyHash;
    fc.assert(
      fc.property(owner, text, owner, text, (one, key, other, otherKey) => {
        expect(hashOf(one, key) === hashOf(other, otherKey)).toBe(one === other && key === otherKey);
      }),
    );
    expect(hashOf('key_1', 'a')).not.toBe(hashOf(undefined, 'key_1 a'));
    expect(hashOf('key_1', '1 a')).not.toBe(hashOf('key_1 1', 'a'));
  });

  it('has a key of fixed length for the table, whatever the caller sends', () => {
    expect(repeatableRequest(request({ headers: { 'idempotency-key': '~'.repeat(255) } }))?.keyHash).toMatch(/^[0-9a-f]{64}$/);
  });
});
