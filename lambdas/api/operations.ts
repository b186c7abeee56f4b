import { AUDIT_OPERATIONS } from './audit/operations.ts';
import { CLOCK_OPERATIONS } from './clock/operations.ts';
import { DNS_OPERATIONS } from './dns/operations.ts';
import { DOMAIN_OPERATIONS } from './domains/operations.ts';
import { REGISTRATION_OPERATIONS } from './domains/registration-operations.ts';
import { EVENT_OPERATIONS } from './events/operations.ts';
import { KEY_OPERATIONS } from './keys/operations.ts';
import { ORGANIZATION_OPERATIONS } from './organization/operations.ts';
import { PORTAL_LINK_OPERATIONS } from './portal-links/operations.ts';
import { REPORT_OPERATIONS } from './reports/operations.ts';
import { REQUEST_OPERATIONS } from './requests/operations.ts';
import { SERVER_OPERATIONS } from './servers/operations.ts';
import { WEBHOOK_OPERATIONS } from './webhooks/operations.ts';

/** Every operation of the API; routes, OpenAPI and clients come from this list. */
export const API_OPERATIONS = [
  ...EVENT_OPERATIONS,
  ...AUDIT_OPERATIONS,
  ...CLOCK_OPERATIONS,
  ...WEBHOOK_OPERATIONS,
  ...ORGANIZATION_OPERATIONS,
  ...PORTAL_LINK_OPERATIONS,
  ...REQUEST_OPERATIONS,
  ...REPORT_OPERATIONS,
  ...SERVER_OPERATIONS,
  ...KEY_OPERATIONS,
  ...DOMAIN_OPERATIONS,
  ...REGISTRATION_OPERATIONS,
  ...DNS_OPERATIONS,
];
