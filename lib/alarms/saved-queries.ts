import { CfnQueryDefinition, type ILogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { isEmulated } from '../stage/emulator.ts';
import type { Stage } from '../stage/stage.schema.ts';

/** The queries that docs/operate/runbook.md names. Replace `req_...` and `domainId = 0` before running one. */
export const QUERIES = {
  errors: `filter level = "error"
| stats count(*) as times, latest(@timestamp) as last, latest(cause.message) as cause by @logStream, message
| sort times desc`,
  request: `fields @timestamp, level, message, route, status, milliseconds, keyId, organizationId, cause.message
| filter requestId = "req_..."
| sort @timestamp asc`,
  requests: `filter message = "request"
| stats count(*) as requests, sum(status >= 500) as failed, pct(milliseconds, 50) as p50, pct(milliseconds, 95) as p95 by route, status, organizationId, keyId
| sort requests desc`,
  domain: `fields @timestamp, level, message, execution, phase, diagnosis, cause.message
| filter domainId = 0
| sort @timestamp asc`,
  'ca-requests': `filter message = "CA request"
| stats count(*) as requests, pct(milliseconds, 95) as p95 by ca, status, reason
| sort requests desc`,
  deliveries: `filter message = "delivery attempt"
| stats count(*) as attempts, sum(state = "succeeded") as succeeded, pct(milliseconds, 95) as p95 by organizationId, webhookId, status, error
| sort attempts desc`,
  'audit-refused': `fields @timestamp, @logStream, cause.message, cause.stack
| filter message = "a change of the audit was refused"
| sort @timestamp desc`,
  'api-errors': `filter status >= 500
| stats count(*) as times, max(milliseconds) as slowest by route, status, integrationError
| sort times desc`,
} as const;

/** This query reads API Gateway's log. All others read the functions' log. */
const OF_API_GATEWAY: keyof typeof QUERIES = 'api-errors';

/** Listed in CloudWatch Logs Insights under "Saved queries", in a folder named after the stage. */
export class SavedQueries extends Construct {
  constructor(scope: Construct, id: string, stage: Stage, { functions, api }: { functions: ILogGroup; api: ILogGroup }) {
    super(scope, id);
    if (isEmulated(stage)) return;
    for (const [name, queryString] of Object.entries(QUERIES)) {
      const { logGroupName } = name === OF_API_GATEWAY ? api : functions;
      new CfnQueryDefinition(this, name, { name: `cps-${stage.name}/${name}`, queryString, logGroupNames: [logGroupName] });
    }
  }
}
