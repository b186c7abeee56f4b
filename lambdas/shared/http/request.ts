import { isIP } from 'node:net';
import type { APIGatewayEventRequestContextV2, APIGatewayProxyEventV2 } from 'aws-lambda';
import { CLIENT_ADDRESS_HEADER, FRONT_CONTEXT } from '../../../contract/stack/environment.ts';
import type { Clock } from '../time/clock.gateway.ts';
import type { HttpRequest } from './route.ts';

/**
 * Who calls. Behind CloudFront API Gateway knows only CloudFront's address; the client's stands in a header, which is believed of
 * requests that the authorizer (lambdas/front/) has let in, and of no others: without it, a client could name any address.
 */
export function clientAddress(context: APIGatewayEventRequestContextV2, headers: Record<string, string>): string {
  const told = headers[CLIENT_ADDRESS_HEADER] ?? '';
  return cameThroughFront(context) && isIP(told) !== 0 ? told : context.http.sourceIp;
}

function cameThroughFront(context: APIGatewayEventRequestContextV2): boolean {
  const { authorizer } = context as { authorizer?: { lambda?: Record<string, unknown> | null } };
  return authorizer?.lambda?.cameThrough === FRONT_CONTEXT.cameThrough;
}

/** The request that an event is, the same one for whoever asks: its id and its instant are made once. */
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

/**
 * The site's address as people reach it. A stage without a public domain does not know it: there it is where the request came to,
 * as API Gateway says: a caller can write any name into a header.
 */
export function siteOf({ domainName }: HttpRequest, { siteUrl }: { siteUrl?: string | undefined }): string {
  return siteUrl ?? `https://${domainName}`;
}
