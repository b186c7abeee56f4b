interface Header {
  description: string;
  required?: boolean;
  schema: Record<string, unknown>;
  example: string | number;
}

const REQUEST_ID = 'X-Request-Id';
const RATE_LIMIT = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'] as const;
const RETRY_AFTER = 'Retry-After';
const REPLAYED = 'Idempotency-Replayed';
const ETAG = 'ETag';

/** Response headers, as components. A 5xx from before the count has no rate-limit headers. */
export const RESPONSE_HEADERS: Record<string, Header> = {
  [REQUEST_ID]: {
    description: 'Names this request; tell it when you report a problem.',
    required: true,
    schema: { type: 'string', pattern: '^req_[0-9A-Z]+$' },
    example: 'req_01KAGZ3T8Q4W1X7M2N5P6R9S0V',
  },
  'X-RateLimit-Limit': {
    description:
      'How many requests the window has, of the limit with fewer requests left; of a 429, of the limit that was exceeded.',
    required: true,
    schema: { type: 'integer', minimum: 0 },
    example: 100,
  },
  'X-RateLimit-Remaining': {
    description: 'How many requests are left in the window.',
    required: true,
    schema: { type: 'integer', minimum: 0 },
    example: 99,
  },
  'X-RateLimit-Reset': {
    description: 'When the window ends: Unix time in seconds.',
    required: true,
    schema: { type: 'integer', minimum: 0 },
    example: 1795253460,
  },
  [RETRY_AFTER]: {
    description: 'Whole seconds until a repeat makes sense.',
    schema: { type: 'integer', minimum: 1 },
    example: 27,
  },
  [REPLAYED]: {
    description: '`true`: this is the answer of the first request with this Idempotency-Key.',
    schema: { type: 'string', enum: ['true'] },
    example: 'true',
  },
  [ETAG]: {
    description: 'The version of the settings: another after each change of them. Goes into `If-Match`.',
    schema: { type: 'string' },
    example: '"3"',
  },
};

export function answerHeaders(isRepeatable: boolean, isVersioned = false): Record<string, { $ref: string }> {
  return references([REQUEST_ID, ...RATE_LIMIT, ...(isRepeatable ? [REPLAYED] : []), ...(isVersioned ? [ETAG] : [])]);
}

export function errorHeaders(status: number): Record<string, { $ref: string }> {
  if (status === 401 || status >= 500) return references([REQUEST_ID, ...(status === 503 ? [RETRY_AFTER] : [])]);
  return references([REQUEST_ID, ...RATE_LIMIT, ...(status === 429 || status === 409 ? [RETRY_AFTER] : [])]);
}

function references(names: readonly string[]): Record<string, { $ref: string }> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
