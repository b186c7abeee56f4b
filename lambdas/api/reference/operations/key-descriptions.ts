import { ListQuery } from '../../../shared/http/parameters.ts';
import { CreateKeyRequest, RotateKeyRequest, UpdateKeyRequest } from '../../keys/key-requests.schema.ts';
import { KeyPage, KeyResource, KeyWithSecret, RevokedKey } from '../../keys/key-resource.schema.ts';
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
      'The secret is in this answer only. A key never gets a permission that its maker lacks (403), nor the other mode (422), and a key that ends, or is restricted to addresses or servers, makes none that lasts longer or is less restricted. An organization has at most 100 keys.',
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
      example: { data: [{ ...KEY, last_used_at: '2026-11-21T11:02:17.300Z', last_used_from: '203.0.113.7' }], next_cursor: null },
    },
  },
  updateKey: {
    tag,
    summary: 'Update an API key',
    description:
      'Changes its name, when it ends, from where it may be used, or to which servers it is restricted, from its next request on. What is not named stays; null lifts a restriction, or lets it last. Whoever changes a key must have all its permissions, and no key makes another that lasts longer or is less restricted than itself. An expired key works again once it has a later end. Events tell of the end 30, 7 and 1 days before, and when it has come.',
    body: { schema: UpdateKeyRequest, example: { allowed_addresses: ['203.0.113.0/24', '2001:db8::7'] } },
    answer: {
      status: 200,
      description: 'The key as it is now.',
      schema: KeyResource,
      example: { ...KEY, allowed_addresses: ['203.0.113.0/24', '2001:db8::7'] },
    },
    conflict: 'This API key lasts longer than the one that makes the request.',
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
