import type { APIGatewayRequestAuthorizerEventV2, APIGatewaySimpleAuthorizerWithContextResult } from 'aws-lambda';
import { FRONT_CONTEXT, FRONT_SECRET_HEADER } from '../../contract/stack/environment.ts';

export interface FrontPorts {
  /** True for a header value that this service's CloudFront sends. */
  isAccepted: (sent: string) => Promise<boolean>;
  /**
   * Accepts direct calls to API Gateway without the header. Only requests from CloudFront are trusted about the client's address.
   */
  isDirectAccessAllowed?: boolean;
}

/**
 * Accepts requests from this service's CloudFront, and so from behind its firewall. API Gateway calls it before each route,
 * caches the result for minutes by the header's value, and refuses requests without the header itself.
 */
export function authorizeFront({ isAccepted, isDirectAccessAllowed = false }: FrontPorts) {
  return async ({
    headers = {},
  }: Pick<APIGatewayRequestAuthorizerEventV2, 'headers'>): Promise<
    APIGatewaySimpleAuthorizerWithContextResult<Partial<typeof FRONT_CONTEXT>>
  > => {
    const sent = Object.entries(headers).find(([name]) => name.toLowerCase() === FRONT_SECRET_HEADER)?.[1] ?? '';
    const isFromFront = sent !== '' && (await isAccepted(sent));
    return { isAuthorized: isFromFront || isDirectAccessAllowed, context: isFromFront ? FRONT_CONTEXT : {} };
  };
}
