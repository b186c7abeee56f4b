import { ListQuery } from '../../../shared/http/parameters.ts';
import { CreateKeyRequest, RotateKeyRequest } from '../../keys/key-requests.schema.ts';
import { KeyPage, KeyWithSecret, RevokedKey } from '../../keys/key-resource.schema.ts';
import type { OperationDescription } from './operation-description.ts';

const tag = 'API keys';
const KEY = {
  id: 'cps_pk_live_4Zr8nT2mQ6xW0cV5bK9jLd',
  livemode: true,
  name: 'production',
  permissions: ['domains.read', 'domains.write'],
  created_at: '2026-11-21T09:30:00.482Z',
};
const SECRET = 'sk_live_…';

export const KEY_DESCRIPTIONS = {
  createKey: {
    tag,
    summary: 'Create an API key',
    description:
      'The secret is in this answer only. A key never gets a permission that its maker lacks (403), a key of the other mode (422), or one that lasts longer than its maker. An organization has at most 100 keys.',
    body: { schema: CreateKeyRequest, example: { name: KEY.name, permissions: KEY.permissions } },
    answer: {
      status: 201,
      description: 'The new key, with its secret.',
      schema: KeyWithSecret,
      example: { ...KEY, secret: SECRET },
    },
    errors: ['quota_exceeded'],
    conflict: 'This secret of the API key was replaced; use the new one to make, rotate or revoke keys.',
  },
  listKeys: {
    tag,
    summary: 'List API keys',
    description: 'Newest first, without their secrets. Revoked keys are not among them.',
    query: ListQuery,
    answer: {
      status: 200,
      description: 'One page of keys.',
      schema: KeyPage,
      example: { data: [{ ...KEY, last_used_at: '2026-11-21T11:02:17.300Z' }], next_cursor: null },
    },
  },
  rotateKey: {
    tag,
    summary: 'Rotate the secret of an API key',
    description:
      'The new secret is in this answer only. The former one is accepted until the overlap is over; until then it cannot make, rotate or revoke keys. Only the last two secrets of a key ever work. Whoever rotates a key must have all its permissions. A key may rotate itself: send an `Idempotency-Key`, so that an answer that gets lost can be fetched with the former secret.',
    body: { schema: RotateKeyRequest, example: { overlap_hours: 24 }, isOptional: true },
    answer: {
      status: 200,
      description: 'The key, with its new secret.',
      schema: KeyWithSecret,
      example: { ...KEY, previous_secret_ends_at: '2026-11-22T11:05:00.000Z', secret: SECRET },
    },
    conflict: 'The API key has expired; create another.',
  },
  revokeKey: {
    tag,
    summary: 'Revoke an API key',
    description:
      'Its next request is refused, and it is no longer listed. Whoever revokes a key must have all its permissions. A key cannot revoke itself.',
    answer: { status: 200, description: 'It has ended.', schema: RevokedKey, example: { id: KEY.id, deleted: true } },
    conflict: 'An API key cannot revoke itself; use another key that may do all that it may, or have a person revoke it.',
  },
} as const satisfies Record<string, OperationDescription>;
