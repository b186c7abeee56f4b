import type middy from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { isAwsBusy } from '../aws/aws-busy.ts';
import { AppError } from '../errors/app-error.ts';
import { awsBusy, internalError } from '../errors/named-errors.ts';
import type { Log } from '../runtime/log.gateway.ts';
import { BodyNotJson } from './body-not-json.ts';
import { errorResponse } from './error-response.ts';
import type { RequestOf } from './request.ts';
import type { HttpRequest, HttpResponse } from './route.ts';

type HttpMiddleware = middy.MiddlewareObj<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2>;

/** One line for every request, with who sent it (API Gateway's own log has only CloudFront's address) and the status that it was answered with. Stands outside of `apiErrors`. */
export function requestLine(requestOf: RequestOf, log: Log): HttpMiddleware {
  const told: HttpMiddleware['after'] = ({ event, response }) => {
    const { requestId, method, path, sourceIp } = requestOf(event);
    log('info', 'request', { requestId, method, path, sourceIp, status: response?.statusCode });
  };
  return { after: told, onError: told };
}

/** Every error as the specified answer. What nobody expected is logged, and told to strangers as `internal_error`, or `service_unavailable` where AWS is busy. */
export function apiErrors(requestOf: RequestOf, log: Log): HttpMiddleware {
  return {
    onError: async (state) => {
      const request = requestOf(state.event);
      const { requestId, path } = request;
      const error = state.error instanceof BodyNotJson ? await state.error.located() : state.error;
      if (!isExpected(error)) log('error', 'request failed', { requestId, path, cause: error });
      state.response = lambdaResult(request, errorResponse(asAppError(error)));
    },
  };
}

function isExpected(error: unknown): boolean {
  return error instanceof AppError && error.status < 500;
}

function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  return isAwsBusy(error) ? awsBusy() : internalError();
}

/** An answer as API Gateway takes it. */
export function lambdaResult(request: HttpRequest, response: HttpResponse): APIGatewayProxyStructuredResultV2 {
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
    ...bodyOf(response),
  };
}

function bodyOf({ json, text = '', bytes }: HttpResponse): { body: string; isBase64Encoded?: true } {
  if (bytes) return { body: bytes.toString('base64'), isBase64Encoded: true };
  return { body: json === undefined ? text : JSON.stringify(json) };
}
