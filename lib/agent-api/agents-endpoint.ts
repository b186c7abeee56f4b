import { Construct } from 'constructs';
import { EDGE_PATHS } from '../../contract/paths.ts';
import { API_TIMEOUT, type EndpointProps } from '../api/public-api.ts';
import { grantBatchGet, grantConditionChecks, grantOpenDomainKeys, grantReadWriteTable } from '../functions/grants.ts';
import { ServiceFunction } from '../functions/service-function.ts';

/**
 * API of the agents on integrators' servers: certificates with their private keys, and reports. It is the only endpoint that
 * opens private keys.
 */
export class AgentsEndpoint extends Construct {
  constructor(scope: Construct, id: string, { stage, stateful, api }: EndpointProps) {
    super(scope, id);
    const serve = new ServiceFunction(this, 'ServeAgents', {
      stage,
      entry: 'lambdas/agent-api/serve-agents.lambda.ts',
      description: 'Hands agents their certificates and takes their reports',
      timeout: API_TIMEOUT,
      reservedConcurrency: stage.reservedConcurrency?.agents,
      opensPrivateKeys: true,
    });
    grantReadWriteTable(serve, stateful.table, { queries: true });
    grantBatchGet(serve, stateful.table);
    grantConditionChecks(serve, stateful.table);
    grantOpenDomainKeys(serve, stateful.sealingKey);
    const { certificates, reports } = EDGE_PATHS;
    api.serve(serve, `ANY ${certificates}`, `ANY ${reports}`);
  }
}
