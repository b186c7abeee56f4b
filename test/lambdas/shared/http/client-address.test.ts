import type { APIGatewayEventRequestContextV2, APIGatewayProxyEventV2 } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { CLIENT_ADDRESS_HEADER, FRONT_CONTEXT } from '../../../../contract/stack/environment.ts';
import { clientAddress, requestsOf } from '../../../../lambdas/shared/http/route.ts';
import { NOW } from '../../a-domain.ts';

const CLOUDFRONT = '203.0.113.7';
const CLIENT = '198.51.100.9';

/** The request context of API Gateway, with the authorizer's context if there is one. */
function contextOf(authorizer?: object) {
  return { http: { sourceIp: CLOUDFRONT }, ...(authorizer && { authorizer }) } as unknown as APIGatewayEventRequestContextV2;
}

const told = (address: string) => ({ [CLIENT_ADDRESS_HEADER]: address });
const throughFront = contextOf({ lambda: FRONT_CONTEXT });

describe('the client’s address', () => {
  it.each([CLIENT, '2001:db8::9'])('is the one that CloudFront has seen: %s', (address) => {
    expect(clientAddress(throughFront, told(address))).toBe(address);
  });

  it.each([
    ['no authorizer has looked at', contextOf()],
    ['an authorizer has let in without saying why', contextOf({ lambda: null })],
    ['an authorizer of another kind has let in', contextOf({ jwt: { claims: FRONT_CONTEXT } })],
    ['came another way', contextOf({ lambda: { cameThrough: 'something else' } })],
  ])('is never one that a client has written, in a request that %s', (_, context) => {
    expect(clientAddress(context, told(CLIENT))).toBe(CLOUDFRONT);
  });

  it.each(['', 'localhost', `${CLIENT}, 192.0.2.1`, `${CLIENT}:443`])('is never a text that is no address: "%s"', (text) => {
    expect(clientAddress(throughFront, told(text))).toBe(CLOUDFRONT);
  });

  it('is not taken from the headers that clients and proxies write', () => {
    const headers = { 'x-forwarded-for': CLIENT, forwarded: `for=${CLIENT}`, 'cloudfront-viewer-address': `${CLIENT}:443` };
    expect(clientAddress(throughFront, headers)).toBe(CLOUDFRONT);
  });

  it('is what every handler sees, and with it the audit', () => {
    const read = requestsOf(
      () => 'req_1',
      () => NOW,
    );
    const event = { rawPath: '/', headers: { 'X-Cps-Client-Address': CLIENT } } as unknown as APIGatewayProxyEventV2;
    expect(read({ ...event, requestContext: throughFront }).sourceIp).toBe(CLIENT);
    expect(read({ ...event, requestContext: contextOf() }).sourceIp).toBe(CLOUDFRONT);
  });
});
