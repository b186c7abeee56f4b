import { isIP } from 'node:net';
import type { APIGatewayEventRequestContextV2 } from 'aws-lambda';
import { CLIENT_ADDRESS_HEADER, FRONT_CONTEXT } from '../../../contract/stack/front.ts';

/**
 * Who calls. Behind CloudFront API Gateway knows only CloudFront's address; the client's stands in a header, which is believed of requests that the
 * authorizer (lambdas/front/) has let in, and of no others: without it, a client could name any address.
 */
export function clientAddress(context: APIGatewayEventRequestContextV2, headers: Record<string, string>): string {
  const told = headers[CLIENT_ADDRESS_HEADER] ?? '';
  return cameThroughFront(context) && isIP(told) !== 0 ? told : context.http.sourceIp;
}

function cameThroughFront(context: APIGatewayEventRequestContextV2): boolean {
  const { authorizer } = context as { authorizer?: { lambda?: Record<string, unknown> | null } };
  return authorizer?.lambda?.cameThrough === FRONT_CONTEXT.cameThrough;
}
