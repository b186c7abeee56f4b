import { Duration } from 'aws-cdk-lib';
import type { IHttpRouteAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaAuthorizer, HttpLambdaResponseType } from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import { Construct } from 'constructs';
import { FRONT_SECRET_HEADER } from '../../contract/stack/environment.ts';
import { letReadFrontSecret } from '../functions/grants.ts';
import { ServiceFunction } from '../functions/service-function.ts';
import { isFrontOnly } from '../stage/public-domain.ts';
import type { Stage } from '../stage/stage.schema.ts';
import type { FrontSecret } from './front-secret.ts';

/** API Gateway waits 10 s at most for an authorizer of an HTTP API. */
const TIMEOUT = Duration.seconds(10);
/** By the value of the header: CloudFront's one value asks the function once in this time, for all routes together. */
const ANSWER_KEPT = Duration.minutes(5);

/**
 * Refuses what comes round CloudFront: without the header API Gateway answers 401 by itself, and no function runs. Where a stage
 * allows direct access it refuses nothing, but marks what came through CloudFront: it is asked for each request then, because API
 * Gateway keeps no answer where the header may be absent.
 */
export class FrontAuthorizer extends Construct {
  readonly authorizer: IHttpRouteAuthorizer;

  constructor(scope: Construct, id: string, { stage, secret }: { stage: Stage; secret: FrontSecret }) {
    super(scope, id);
    const authorize = new ServiceFunction(this, 'AuthorizeFront', {
      stage,
      entry: 'lambdas/front/authorize-front.lambda.ts',
      description: 'Says what CloudFront has sent, and lets nothing else in unless the stage allows it',
      timeout: TIMEOUT,
    });
    letReadFrontSecret(authorize, secret);
    const isRequired = isFrontOnly(stage);
    if (!isRequired) authorize.tell('directAccess', 'allowed');
    this.authorizer = new HttpLambdaAuthorizer('Front', authorize.live, {
      identitySource: isRequired ? [`$request.header.${FRONT_SECRET_HEADER}`] : [],
      resultsCacheTtl: isRequired ? ANSWER_KEPT : Duration.seconds(0),
      responseTypes: [HttpLambdaResponseType.SIMPLE],
    });
  }
}
