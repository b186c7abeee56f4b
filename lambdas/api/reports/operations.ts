import { getApiUse } from './get-api-use.ts';
import { getChangesReport } from './get-changes-report.ts';
import { getFailures } from './get-failures.ts';
import { getRenewals } from './get-renewals.ts';
import { getTimeToActive } from './get-time-to-active.ts';
import { getWebhooksReport } from './get-webhooks-report.ts';

export const REPORT_OPERATIONS = [getTimeToActive, getFailures, getRenewals, getWebhooksReport, getApiUse, getChangesReport];
