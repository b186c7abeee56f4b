import { AUDIT_OPERATIONS } from './audit/operations.ts';
import { CLOCK_OPERATIONS } from './clock/operations.ts';
import { EVENT_OPERATIONS } from './events/operations.ts';
import { KEY_OPERATIONS } from './keys/operations.ts';
import { SERVER_OPERATIONS } from './servers/operations.ts';
import { WEBHOOK_OPERATIONS } from './webhooks/operations.ts';

/** Every operation of the API, with all that there is to know about it. */
export const API_OPERATIONS = [
  ...EVENT_OPERATIONS,
  ...AUDIT_OPERATIONS,
  ...CLOCK_OPERATIONS,
  ...WEBHOOK_OPERATIONS,
  ...SERVER_OPERATIONS,
  ...KEY_OPERATIONS,
];
