import middy from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import { AppError } from '../errors/app-error.ts';
import type { Log } from '../runtime/log.gateway.ts';
import type { Clock } from '../time/clock.gateway.ts';
import { errorResponse } from './error-response.ts';
import { requestOf } from './request.ts';
import { type HttpRequest, type HttpResponse, matchRoute, type Route } from './route.ts';

export interface HttpPorts {
  log: Log;
  clock: Clock;
  newRequestId: () => string;
}
type LambdaHandler = (event: APIGatewayProxyEventV2, context: Context) => Promise<APIGatewayProxyStructuredResultV2>;

/** API Gateway gives up at 30 s and our Lambdas at 28 s: 3 s before that the answer is still ours. */
const EARLY_MS = 3_000;
const tooSlow = new AppError('service_unavailable', 'This took too long; please try again.', { headers: { 'retry-after': '5' } });

/**
 * The one HTTP pipeline: finds the route, runs it against the deadline, and gives every answer a request id and every
 * error the specified shape. What a handler throws beyond AppError is logged and told to nobody.
 */
export function serveHttp(routes: readonly Route[], ports: HttpPorts): LambdaHandler {
  const timeoutEarlyResponse = () => {
    throw tooSlow;
  };
  // middy's types keep one event type throughout; `before` turns the event into our request.
  return middy<HttpRequest, HttpResponse | APIGatewayProxyStructuredResultV2>({
    timeoutEarlyInMillis: EARLY_MS,
    timeoutEarlyResponse,
  })
    .before((state) => {
      state.event = requestOf(state.event as unknown as APIGatewayProxyEventV2, ports.newRequestId(), ports.clock());
    })
    .after((state) => {
      state.response = lambdaResult(state.event, state.response as HttpResponse, ports.log);
    })
    .onError((state) => {
      const { requestId, path } = state.event;
      if (!isExpected(state.error)) ports.log('error', 'request failed', { requestId, path, cause: state.error });
      state.response = lambdaResult(state.event, errorResponse(asAppError(state.error)), ports.log);
    })
    .handler((request) => dispatch(routes, request)) as unknown as LambdaHandler;
}

async function dispatch(routes: readonly Route[], request: HttpRequest): Promise<HttpResponse> {
  const match = matchRoute(routes, request.method, request.path);
  switch (match.kind) {
    case 'found':
      return match.route.handle({ ...request, params: match.params });
    case 'other-method':
      throw new AppError('method_not_allowed', `${request.method} is not possible here.`, {
        headers: { allow: match.allowed.join(', ') },
      });
    case 'unknown':
      throw new AppError('resource_not_found', 'There is nothing at this address.');
  }
}

function isExpected(error: unknown): boolean {
  return error instanceof AppError && error.status < 500;
}

function asAppError(error: unknown): AppError {
  return error instanceof AppError ? error : new AppError('internal_error', 'Something went wrong on our side.');
}

function lambdaResult(request: HttpRequest, response: HttpResponse, log: Log): APIGatewayProxyStructuredResultV2 {
  const { requestId, method, path } = request;
  log('info', 'request', { requestId, method, path, status: response.status });
  const isJson = response.json !== undefined;
  return {
    statusCode: response.status,
    headers: {
      'content-type': isJson ? 'application/json' : 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      'x-request-id': requestId,
      ...request.answerHeaders,
      ...response.headers,
    },
    ...bodyOf(response),
  };
}

function bodyOf({ json, text = '', bytes }: HttpResponse): { body: string; isBase64Encoded?: true } {
  if (bytes) return { body: bytes.toString('base64'), isBase64Encoded: true };
  return { body: json === undefined ? text : JSON.stringify(json) };
}
