import { Duration, Validations } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import {
  HttpApi,
  HttpMethod,
  HttpRoute,
  HttpRouteKey,
  type IHttpRouteAuthorizer,
  LogGroupLogDestination,
  type ThrottleSettings,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { ALARM_PERIOD, failureRate, RunbookAlarm } from '../alarms/runbook-alarm.ts';
import { ApiOrigin } from '../cloudfront/api-origin.ts';
import { FrontAuthorizer } from '../cloudfront/front-authorizer.ts';
import type { FrontSecret } from '../cloudfront/front-secret.ts';
import { ServiceFunction } from '../functions/service-function.ts';
import { ServiceLogGroup } from '../functions/service-log-group.ts';
import { accountRate } from '../stage/account-rate.ts';
import { isFrontOnly } from '../stage/public-domain.ts';
import type { Stage } from '../stage/stage.schema.ts';
import type { StatefulStack } from '../stateful/stateful-stack.ts';

/**
 * API Gateway gives up at 30 s. Lambda would end the function at 28 s, and at 25 s the pipeline (shared/http/serve-http.ts)
 * answers 503, so that the answer is never API Gateway's.
 */
export const API_TIMEOUT = Duration.seconds(28);

/**
 * Each route has a bucket of its own with these requests a second, and half of them at once. A runaway integrator therefore
 * blocks neither the agents' certificates nor a CA's challenges. No route has other settings: reverting an update that adds or
 * drops a route with settings ends in UPDATE_ROLLBACK_FAILED. All buckets together stay below the limit of API Gateway per
 * account and region, so no caller can exhaust that.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-throttling.html
 */
const ROUTES_AT_MOST = 40;

function throttleOf(stage: Pick<Stage, 'region' | 'apiRequestsPerSecond'>): ThrottleSettings {
  const rateLimit = Math.floor(accountRate(stage) / ROUTES_AT_MOST);
  return { rateLimit, burstLimit: Math.floor(rateLimit / 2) };
}

const IN_A_PERIOD = { period: ALARM_PERIOD, statistic: 'Sum' };

/** What a capability needs to add its routes. */
export interface EndpointProps {
  stage: Stage;
  stateful: StatefulStack;
  api: PublicApi;
}

export interface PublicApiProps {
  stage: Stage;
  /** Present when the stage has a public domain. */
  frontSecret?: FrontSecret | undefined;
}

/** The HTTP API of a stage. Capabilities add their routes; every other path gets our own 404. */
export class PublicApi extends Construct {
  readonly endpoint: string;
  readonly serverErrors: RunbookAlarm;
  readonly accessLogs: ServiceLogGroup;
  readonly #api: HttpApi;
  /** Functions that serve its routes. */
  readonly functions: ServiceFunction[] = [];
  /** Marks requests that came through CloudFront. Present when the stage has a public domain. */
  readonly #authorizer: IHttpRouteAuthorizer | undefined;

  constructor(scope: Construct, id: string, { stage, frontSecret }: PublicApiProps) {
    super(scope, id);
    const { publicDomain } = stage;
    const secret = publicDomain && frontSecret;
    this.#authorizer = secret && new FrontAuthorizer(this, 'FrontAuthorizer', { stage, secret }).authorizer;
    this.#api = new HttpApi(this, 'Api', {
      apiName: `certificates-${stage.name}`,
      createDefaultStage: false,
      ...(isFrontOnly(stage) && { disableExecuteApiEndpoint: true }),
    });
    this.endpoint = publicDomain ? `https://${publicDomain.name}` : this.#api.apiEndpoint;
    this.accessLogs = new ServiceLogGroup(this, 'AccessLogs', stage, 'api-access');
    const published = this.#api.addStage('Stage', {
      stageName: '$default',
      autoDeploy: true,
      throttle: throttleOf(stage),
      accessLogSettings: {
        destination: new LogGroupLogDestination(this.accessLogs),
        format: accessLogFormat,
      },
    });
    if (publicDomain) new ApiOrigin(this, 'Origin', { publicDomain, api: this.#api, stage: published });
    this.serverErrors = new RunbookAlarm(this, 'ServerErrorsAlarm', {
      section: 'api-server-errors',
      metric: failureRate([this.#api.metricServerError(IN_A_PERIOD)], { all: this.#api.metricCount(IN_A_PERIOD), fewest: 5 }),
      threshold: 1,
    });
    const unknownRoutes = new ServiceFunction(this, 'RefuseUnknownRoutes', {
      stage,
      entry: 'lambdas/api/pipeline/refuse-unknown-routes.lambda.ts',
      description: 'Answers 404 to whatever no other route takes',
      timeout: API_TIMEOUT,
    });
    this.serve(unknownRoutes, '$default');
  }

  /**
   * Routes route keys to a function. With ANY (`ANY /api/domains`), the function itself answers 405 for methods that do not
   * exist. A route key with one method (`POST /api/domains`) takes precedence over ANY.
   */
  serve(fn: ServiceFunction, ...routeKeys: (`${'ANY' | 'POST' | 'DELETE'} /${string}` | '$default')[]): void {
    this.functions.push(fn);
    // One permission per function, not per route: a stack has room for 500 resources. Its source ARN names stage, method and
    // path. $default has only the stage, so that route needs a permission of its own.
    const scopePermissionToRoute = routeKeys.includes('$default');
    const integration = new HttpLambdaIntegration(`${fn.node.id}Integration`, fn.live, { scopePermissionToRoute });
    for (const key of routeKeys) {
      const route = new HttpRoute(this, key.replaceAll('/', ' '), {
        httpApi: this.#api,
        integration,
        routeKey: routeKeyOf(key),
        ...(this.#authorizer && { authorizer: this.#authorizer }),
      });
      Validations.of(route).acknowledge({
        id: 'AwsSolutions-APIG4',
        reason:
          'The functions check keys and signatures themselves, against the table and with the error bodies of the API contract.',
      });
    }
  }

  /** Metrics: calls answered, and those answered with 4xx and with 5xx. */
  calls(): IMetric[] {
    const [api, sum] = [this.#api, { statistic: 'Sum' }];
    return [api.metricCount(sum), api.metricClientError(sum), api.metricServerError(sum)];
  }
}

function routeKeyOf(key: string): HttpRouteKey {
  if (key === '$default') return HttpRouteKey.DEFAULT;
  const [method = '', path = ''] = key.split(' ');
  return HttpRouteKey.with(path, HttpMethod[method as keyof typeof HttpMethod]);
}

/** No headers and no query: either may contain a secret. */
const accessLogFormat = AccessLogFormat.custom(
  JSON.stringify({
    requestId: '$context.requestId',
    at: '$context.requestTime',
    ip: '$context.identity.sourceIp',
    method: '$context.httpMethod',
    path: '$context.path',
    route: '$context.routeKey',
    status: '$context.status',
    bytes: '$context.responseLength',
    milliseconds: '$context.responseLatency',
    integrationError: '$context.integrationErrorMessage',
  }),
);
