import type { ComponentFields } from './component-fields.ts';

/** What the schemas of errors do not say themselves. */
export const ERROR_FIELDS: ComponentFields = {
  FailedItem: { status: 'The item was refused.', error: 'The error that it would have had as a request of its own.' },
  ApiError: {
    'details.required_permission': 'What the operation needs.',
    'details.api_key_permissions': 'What the key has.',
    'details.resource': 'What there are too many of.',
    'details.remaining': 'How many requests are left.',
    'details.reset_at': 'From when on you may ask again.',
    'details.domain_id': 'The id for which there is no domain.',
    'details.webhook_id': 'The id for which there is no webhook.',
    'details.claim.type': 'The type of the record.',
    'details.claim.name': 'The whole name of the record.',
    'details.claim.value': 'What the record has to hold.',
  },
};
