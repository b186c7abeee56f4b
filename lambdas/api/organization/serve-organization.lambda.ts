import { lazily } from '../../wiring/lazily.ts';
import { AUDIT_OPERATIONS } from '../audit/operations.ts';
import { CLOCK_OPERATIONS } from '../clock/operations.ts';
import { githubKeyReader } from '../keys/github-keys.gateway.ts';
import { KEY_OPERATIONS } from '../keys/operations.ts';
import { reportLeaks } from '../keys/report-leaks.ts';
import { openApi } from '../pipeline/open-api.gateway.ts';
import { PORTAL_LINK_OPERATIONS } from '../portal-links/operations.ts';
import { REPORT_OPERATIONS } from '../reports/operations.ts';
import { REQUEST_OPERATIONS } from '../requests/operations.ts';
import { ORGANIZATION_OPERATIONS } from './operations.ts';

const { ports, serve } = await openApi(process.env);
const operations = [
  ...ORGANIZATION_OPERATIONS,
  ...PORTAL_LINK_OPERATIONS,
  ...KEY_OPERATIONS,
  ...AUDIT_OPERATIONS,
  ...REQUEST_OPERATIONS,
  ...REPORT_OPERATIONS,
  ...CLOCK_OPERATIONS,
];

const leaks = reportLeaks(lazily({ githubKey: () => githubKeyReader(ports.clock) }, ports));

/** /api/organization, keys, leak reports, audit, request logs, reports, the test clock, and portal links. */
export const handler = serve(operations, ports, undefined, [leaks]);
