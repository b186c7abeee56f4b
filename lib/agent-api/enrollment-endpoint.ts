import { Construct } from 'constructs';
import { EDGE_PATHS } from '../../contract/paths.ts';
import { API_TIMEOUT, type EndpointProps } from '../api/public-api.ts';
import { grantBatchGet, grantReadServiceSecret, grantReadWriteTable } from '../functions/grants.ts';
import { ServiceFunction } from '../functions/service-function.ts';

/** Enrolls machines and rotates their keys. Strangers can call it, so it can open no private key. */
export class EnrollmentEndpoint extends Construct {
  constructor(scope: Construct, id: string, { stage, stateful, api }: EndpointProps) {
    super(scope, id);
    const serve = new ServiceFunction(this, 'ServeEnrollments', {
      stage,
      entry: 'lambdas/agent-api/enrollment/serve-enrollments.lambda.ts',
      // It calls STS through the same guarded connections and name servers as customers' servers.
      reachesCustomers: true,
      description: 'Enrols machines by token or AWS role, and takes their new keys',
      timeout: API_TIMEOUT,
    });
    grantReadWriteTable(serve, stateful.table, { deletes: true });
    grantBatchGet(serve, stateful.table);
    grantReadServiceSecret(serve, stateful.secret);
    const { machines, nonces, keys } = EDGE_PATHS;
    api.serve(serve, `ANY ${machines}`, `ANY ${nonces}`, `ANY ${keys}`);
  }
}
