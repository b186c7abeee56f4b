import type { APIGatewayRequestAuthorizerEventV2, APIGatewaySimpleAuthorizerWithContextResult } from 'aws-lambda';
import { FRONT_CONTEXT, FRONT_SECRET_HEADER } from '../../contract/stack/environment.ts';

export interface FrontPorts {
  /** Whether a value is one that our CloudFront sends. */
  isAccepted: (sent: string) => Promise<boolean>;
  /**
   * Lets in whoever calls API Gateway directly, unmarked: only what CloudFront sends is believed when it names the client's
   * address.
   */
  isDirectAccessAllowed?: boolean;
}

/**
 * Lets in what comes from our CloudFront, and with it from its firewall. API Gateway asks before each route, keeps an answer for
 * minutes by the value of the header, and refuses what has no such header without asking.
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
