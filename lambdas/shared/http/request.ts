import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Clock } from '../time/clock.gateway.ts';
import { clientAddress } from './client-address.ts';
import type { HttpRequest } from './route.ts';

/** The request that an event is, the same one for whoever asks: its id and its instant are rolled once. */
export type RequestOf = (event: APIGatewayProxyEventV2) => HttpRequest;

export function requestsOf(newRequestId: () => string, clock: Clock): RequestOf {
  const known = new WeakMap<APIGatewayProxyEventV2, HttpRequest>();
  return (event) => {
    const request = known.get(event) ?? read(event, newRequestId(), clock());
    known.set(event, request);
    return request;
  };
}

/** An API Gateway HTTP API event (payload format 2.0) as our request. */
function read(event: APIGatewayProxyEventV2, requestId: string, now: Date): HttpRequest {
  const { http } = event.requestContext;
  const headers = Object.fromEntries(Object.entries(event.headers).map(([name, value]) => [name.toLowerCase(), value ?? '']));
  return {
    method: http.method,
    path: event.rawPath,
    params: {},
    query: event.rawQueryString ?? '',
    headers,
    rawBody: Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8'),
    requestId,
    domainName: event.requestContext.domainName,
    sourceIp: clientAddress(event.requestContext, headers),
    userAgent: http.userAgent ?? '',
    now,
    answerHeaders: {},
  };
}
