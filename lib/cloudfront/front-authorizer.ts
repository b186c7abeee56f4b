import { Duration } from 'aws-cdk-lib';
import type { IHttpRouteAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaAuthorizer, HttpLambdaResponseType } from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import { Construct } from 'constructs';
import { FRONT_SECRET_HEADER } from '../../contract/stack/environment.ts';
import { grantReadFrontSecret } from '../functions/grants.ts';
import { ServiceFunction } from '../functions/service-function.ts';
import { isFrontOnly } from '../stage/public-domain.ts';
import type { Stage } from '../stage/stage.schema.ts';
import type { FrontSecret } from './front-secret.ts';

/** API Gateway waits at most 10 s for an HTTP API authorizer. */
const TIMEOUT = Duration.seconds(10);
/**
 * Cache time per header value. CloudFront sends a single value, so the function runs once in this time for all routes together.
 */
const ANSWER_KEPT = Duration.minutes(5);

/**
 * Refuses requests that bypass CloudFront: without the header API Gateway answers 401, and no function runs. On a stage with
 * direct access it refuses nothing but marks requests that came through CloudFront. It then runs for each request, because API
 * Gateway caches no answer when the header is optional.
 */
export class FrontAuthorizer extends Construct {
  readonly authorizer: IHttpRouteAuthorizer;

  constructor(scope: Construct, id: string, { stage, secret }: { stage: Stage; secret: FrontSecret }) {
    super(scope, id);
    const authorize = new ServiceFunction(this, 'AuthorizeFront', {
      stage,
      entry: 'lambdas/cloudfront-authorizer/authorize-front.lambda.ts',
      description: 'Says what CloudFront has sent, and lets nothing else in unless the stage allows it',
      timeout: TIMEOUT,
    });
    grantReadFrontSecret(authorize, secret);
    const isRequired = isFrontOnly(stage);
    if (!isRequired) authorize.setVariable('directAccess', 'allowed');
    this.authorizer = new HttpLambdaAuthorizer('Front', authorize.live, {
      identitySource: isRequired ? [`$request.header.${FRONT_SECRET_HEADER}`] : [],
      resultsCacheTtl: isRequired ? ANSWER_KEPT : Duration.seconds(0),
      responseTypes: [HttpLambdaResponseType.SIMPLE],
    });
  }
}
