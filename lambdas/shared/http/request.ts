import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { HttpRequest } from './route.ts';

/** An API Gateway HTTP API event (payload format 2.0) as our request. */
export function requestOf(event: APIGatewayProxyEventV2, requestId: string, now: Date): HttpRequest {
  const { http } = event.requestContext;
  return {
    method: http.method,
    path: event.rawPath,
    params: {},
    query: event.rawQueryString ?? '',
    headers: Object.fromEntries(Object.entries(event.headers).map(([name, value]) => [name.toLowerCase(), value ?? ''])),
    rawBody: Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8'),
    requestId,
    sourceIp: http.sourceIp,
    userAgent: http.userAgent ?? '',
    now,
    answerHeaders: {},
  };
}
