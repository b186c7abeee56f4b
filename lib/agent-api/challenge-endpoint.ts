import { Construct } from 'constructs';
import { EDGE_PATHS } from '../../contract/paths.ts';
import { API_TIMEOUT, type EndpointProps } from '../api/public-api.ts';
import { grantReadChallenges, grantReadServiceSecret } from '../functions/grants.ts';
import { ServiceFunction } from '../functions/service-function.ts';

/** HTTP-01 challenge answers that servers fetch for the CA (RFC 8555, section 8.3). It is public, so it can only read. */
export class ChallengeEndpoint extends Construct {
  constructor(scope: Construct, id: string, { stage, stateful, api }: EndpointProps) {
    super(scope, id);
    const serve = new ServiceFunction(this, 'ServeChallenges', {
      stage,
      entry: 'lambdas/agent-api/serve-challenges.lambda.ts',
      description: 'Answers HTTP-01 challenges and our own probe of the challenge path',
      timeout: API_TIMEOUT,
      reservedConcurrency: stage.reservedConcurrency?.challenges,
    });
    grantReadChallenges(serve, stateful.table);
    grantReadServiceSecret(serve, stateful.secret);
    const { challenges, redirectedChallenges } = EDGE_PATHS;
    api.serve(serve, `ANY ${challenges}/{token}`, `ANY ${redirectedChallenges}/{hostname}/.well-known/acme-challenge/{token}`);
  }
}
