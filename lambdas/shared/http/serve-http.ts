import middy from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { MetricValues } from '../../../contract/stack/metrics.ts';
import { ERROR_MESSAGES } from '../../../copy/en/error-messages.ts';
import { AppError, awsBusy, BodyNotJson, internalError, tooLate } from '../errors/app-error.ts';
import { isAwsBusy, logContext } from '../middleware/middleware.ts';
import type { Log, LogAbout } from '../runtime/log.gateway.ts';
import type { Clock } from '../time/clock.gateway.ts';
import { type HttpRequest, type HttpResponse, matchRoute, type RequestOf, type Route, requestsOf } from './route.ts';

/** The error shape of the specification, section 7. */
export function errorResponse(error: AppError): HttpResponse {
  return {
    status: error.status,
    headers: error.headers,
    json: { error: error.body },
  };
}

/** The code of an error's body; undefined for any other. */
export function errorCodeOf(json: unknown): string | undefined {
  return (json as { error?: { code?: string } } | undefined)?.error?.code;
}

type HttpMiddleware = middy.MiddlewareObj<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2>;

/**
 * One log line per request, with its client (API Gateway's own log has only CloudFront's address), its status, and its
 * milliseconds in this function. It wraps `apiErrors`.
 */
function requestLine(requestOf: RequestOf, { log, clock, measure }: HttpPorts): HttpMiddleware {
  const logRequest: HttpMiddleware['after'] = ({ event, response }) => {
    const { requestId, method, path, sourceIp, now } = requestOf(event);
    const status = response?.statusCode;
    const milliseconds = clock().getTime() - now.getTime();
    const measured = measure?.(status ?? 500, clock().getTime() - event.requestContext.timeEpoch);
    log('info', 'request', { requestId, method, path, sourceIp, status, milliseconds, ...(measured && { measured }) });
  };
  return { after: logRequest, onError: logRequest };
}

/**
 * Turns every error into the specified response. An unexpected error is logged, and returned as `internal_error`, or as
 * `service_unavailable` if AWS is busy.
 */
function apiErrors(requestOf: RequestOf, log: Log, errorPage: HttpPorts['errorPage']): HttpMiddleware {
  return {
    onError: async (state) => {
      const request = requestOf(state.event);
      const { requestId, path } = request;
      const error = state.error instanceof BodyNotJson ? state.error.located() : state.error;
      if (!isExpected(error)) log('error', 'request failed', { requestId, path, cause: error });
      const answered = asAppError(error);
      state.response = lambdaResult(request, errorPage?.(request, answered) ?? errorResponse(answered));
    },
  };
}

/** It wraps `apiErrors`, because an error must not have a body either. */
function headAsGet(requestOf: RequestOf, isForBrowsers: boolean): HttpMiddleware {
  const withoutBody: HttpMiddleware['after'] = ({ event, response }) => {
    if (!isForBrowsers || !response || requestOf(event).method !== 'HEAD') return;
    response.body = '';
    delete response.isBase64Encoded;
  };
  return { after: withoutBody, onError: withoutBody };
}

function isExpected(error: unknown): boolean {
  return error instanceof AppError && error.status < 500;
}

export function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  return isAwsBusy(error) ? awsBusy() : internalError();
}

function lambdaResult(request: HttpRequest, response: HttpResponse): APIGatewayProxyStructuredResultV2 {
  const isJson = response.json !== undefined;
  return {
    statusCode: response.status,
    headers: {
      'content-type': isJson ? 'application/json' : 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      'x-request-id': request.requestId,
      ...request.answerHeaders,
      ...response.headers,
    },
    ...(response.cookies && { cookies: response.cookies }),
    ...bodyOf(response),
  };
}

function bodyOf({ json, text = '', bytes }: HttpResponse): { body: string; isBase64Encoded?: true } {
  if (bytes) return { body: bytes.toString('base64'), isBase64Encoded: true };
  return { body: json === undefined ? text : JSON.stringify(json) };
}

export interface HttpPorts {
  log: Log;
  logAbout: LogAbout;
  clock: Clock;
  newRequestId: () => string;
  /** The metrics of a request. `milliseconds`: since API Gateway received it, a cold start included. */
  measure?: (status: number, milliseconds: number) => MetricValues;
  /**
   * For browsers: HEAD is answered as GET without its body (RFC 9110, section 9.3.2), and an error with a page, unless this
   * returns none.
   */
  errorPage?: (request: HttpRequest, error: AppError) => HttpResponse | undefined;
}

/** API Gateway times out at 30 s and our Lambdas at 28 s: 3 s before that, we can still answer ourselves. */
const EARLY_MS = 3_000;

const answersInTime = {
  timeoutEarlyInMillis: EARLY_MS,
  timeoutEarlyResponse: () => {
    throw tooLate();
  },
};

/**
 * The only HTTP pipeline: finds the route, runs it against the deadline, and gives every response a request id and every error
 * the specified shape. Any other exception of a handler is only logged.
 */
export function serveHttp(routes: readonly Route[], ports: HttpPorts) {
  const { log, logAbout, clock, newRequestId, errorPage } = ports;
  const requestOf = requestsOf(newRequestId, clock);
  return middy<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2>(answersInTime)
    .use(logContext(logAbout, (event: APIGatewayProxyEventV2) => requestOf(event).logFacts))
    .use(requestLine(requestOf, ports))
    .use(headAsGet(requestOf, errorPage !== undefined))
    .use(apiErrors(requestOf, log, errorPage))
    .handler(async (event) => {
      const request = requestOf(event);
      return lambdaResult(request, await dispatch(routes, request, errorPage !== undefined));
    });
}

async function dispatch(routes: readonly Route[], request: HttpRequest, isForBrowsers: boolean): Promise<HttpResponse> {
  const method = isForBrowsers && request.method === 'HEAD' ? 'GET' : request.method;
  const match = matchRoute(routes, method, request.path);
  switch (match.kind) {
    case 'found':
      request.logFacts.route = `${match.route.method} ${match.route.path}`;
      return match.route.handle({ ...request, params: match.params });
    case 'other-method':
      throw new AppError('method_not_allowed', ERROR_MESSAGES.method_not_allowed.method(request.method), {
        headers: { allow: match.allowed.join(', ') },
      });
    case 'unknown':
      throw new AppError('resource_not_found', ERROR_MESSAGES.resource_not_found.noRoute(match.meant));
  }
}
