import middy from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { ERROR_MESSAGES } from '../../../copy/en/error-messages.ts';
import { AppError } from '../errors/app-error.ts';
import { tooLate } from '../errors/named-errors.ts';
import { logContext } from '../middleware/log-context.ts';
import type { Log, LogAbout } from '../runtime/log.gateway.ts';
import type { Clock } from '../time/clock.gateway.ts';
import { apiErrors, lambdaResult, requestLine } from './http-middleware.ts';
import { requestsOf } from './request.ts';
import { type HttpRequest, type HttpResponse, matchRoute, type Route } from './route.ts';

export interface HttpPorts {
  log: Log;
  logAbout: LogAbout;
  clock: Clock;
  newRequestId: () => string;
}

/** API Gateway gives up at 30 s and our Lambdas at 28 s: 3 s before that the answer is still ours. */
const EARLY_MS = 3_000;

const answersInTime = {
  timeoutEarlyInMillis: EARLY_MS,
  timeoutEarlyResponse: () => {
    throw tooLate();
  },
};

/**
 * The one HTTP pipeline: finds the route, runs it against the deadline, and gives every answer a request id and every
 * error the specified shape. What a handler throws beyond AppError is logged and told to nobody.
 */
export function serveHttp(routes: readonly Route[], { log, logAbout, clock, newRequestId }: HttpPorts) {
  const requestOf = requestsOf(newRequestId, clock);
  return middy<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2>(answersInTime)
    .use(logContext(logAbout, (event: APIGatewayProxyEventV2) => ({ requestId: requestOf(event).requestId })))
    .use(requestLine(requestOf, log))
    .use(apiErrors(requestOf, log))
    .handler(async (event) => {
      const request = requestOf(event);
      return lambdaResult(request, await dispatch(routes, request));
    });
}

async function dispatch(routes: readonly Route[], request: HttpRequest): Promise<HttpResponse> {
  const match = matchRoute(routes, request.method, request.path);
  switch (match.kind) {
    case 'found':
      return match.route.handle({ ...request, params: match.params });
    case 'other-method':
      throw new AppError('method_not_allowed', ERROR_MESSAGES.method_not_allowed.method(request.method), {
        headers: { allow: match.allowed.join(', ') },
      });
    case 'unknown':
      throw new AppError('resource_not_found', ERROR_MESSAGES.resource_not_found.noRoute(match.meant));
  }
}
