import { Duration, Validations } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import { HttpApi, HttpMethod, HttpRoute, HttpRouteKey, LogGroupLogDestination } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { Construct } from 'constructs';
import { ALARM_PERIOD, RunbookAlarm } from '../alarms/runbook-alarm.ts';
import { ServiceFunction } from '../functions/service-function.ts';
import { ServiceLogGroup } from '../functions/service-log-group.ts';
import type { Stage } from '../stage/stage.schema.ts';
import type { StatefulStack } from '../stateful/stateful-stack.ts';

/**
 * API Gateway answers at 30 s whatever the Lambda does. At 28 s Lambda would end it, and at 25 s the pipeline
 * (shared/http/serve-http.ts) answers 503 itself, so that no answer is API Gateway's.
 */
export const API_TIMEOUT = Duration.seconds(28);

/** A runaway client must not use up the account's Lambda concurrency (1,000 by default, at 0.1 to 0.3 s a request). */
const THROTTLE = { rateLimit: 2_000, burstLimit: 1_000 };

/** What a capability needs to add its routes. */
export interface EndpointProps {
  stage: Stage;
  stateful: StatefulStack;
  api: PublicApi;
}

/** The HTTP API of a stage: the capabilities add their routes, and everything else gets our own 404. */
export class PublicApi extends Construct {
  readonly endpoint: string;
  readonly #api: HttpApi;

  constructor(scope: Construct, id: string, stage: Stage) {
    super(scope, id);
    this.#api = new HttpApi(this, 'Api', { apiName: `certificates-${stage.name}`, createDefaultStage: false });
    this.endpoint = this.#api.apiEndpoint;
    this.#api.addStage('Stage', {
      stageName: '$default',
      autoDeploy: true,
      throttle: THROTTLE,
      accessLogSettings: {
        destination: new LogGroupLogDestination(new ServiceLogGroup(this, 'AccessLogs', stage)),
        format: accessLogFormat,
      },
    });
    new RunbookAlarm(this, 'ServerErrorsAlarm', {
      section: 'api-server-errors',
      metric: this.#api.metricServerError({ period: ALARM_PERIOD, statistic: 'Sum' }),
      threshold: 5,
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
   * Gives route keys (`ANY /api/domains`) to a function: with ANY, which methods exist is the function's to say, by its own 405. A
   * route key of one method (`POST /api/domains`) goes before it.
   */
  serve(fn: ServiceFunction, ...routeKeys: (`${'ANY' | 'POST'} /${string}` | '$default')[]): void {
    const integration = new HttpLambdaIntegration(`${fn.node.id}Integration`, fn.lambda);
    for (const key of routeKeys) {
      const route = new HttpRoute(this, key.replaceAll('/', ' '), { httpApi: this.#api, integration, routeKey: routeKeyOf(key) });
      Validations.of(route).acknowledge({
        id: 'AwsSolutions-APIG4',
        reason:
          'The functions check keys and signatures themselves, against the table and with the error bodies of the API contract.',
      });
    }
  }
}

function routeKeyOf(key: string): HttpRouteKey {
  if (key === '$default') return HttpRouteKey.DEFAULT;
  const [method = '', path = ''] = key.split(' ');
  return HttpRouteKey.with(path, method === 'POST' ? HttpMethod.POST : HttpMethod.ANY);
}

/** No header and no query: either may hold a secret. */
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
