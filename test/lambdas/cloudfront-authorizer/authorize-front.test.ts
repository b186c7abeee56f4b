import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type { APIGatewayEventRequestContextV2 } from 'aws-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { CLIENT_ADDRESS_HEADER, FRONT_CONTEXT, FRONT_SECRET_HEADER } from '../../../contract/stack/environment.ts';
import { authorizeFront } from '../../../lambdas/cloudfront-authorizer/authorize-front.ts';
import { clientAddress } from '../../../lambdas/shared/http/route.ts';
import { openFrontSecret } from '../../../lambdas/shared/secrets/front-secret.gateway.ts';
import { NOW } from '../a-domain.ts';

const FIRST = 'f'.repeat(64);
const SECOND = 's'.repeat(64);
const REFUSED = { isAuthorized: false, context: {} };
const LET_IN = { isAuthorized: true, context: FRONT_CONTEXT };

const secrets = mockClient(SecretsManagerClient);
const log = vi.fn();
let now = NOW;
const pass = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000);
};
const holds = (versions: object) => secrets.on(GetSecretValueCommand).resolves({ SecretString: JSON.stringify(versions) });
const reads = () => secrets.commandCalls(GetSecretValueCommand).length;

/** A new process. Returns its decision about a request with these headers. */
function anAuthorizer(isDirectAccessAllowed = false) {
  const authorize = authorizeFront({
    isDirectAccessAllowed,
    isAccepted: openFrontSecret('arn', { clock: () => now, log }, new SecretsManagerClient({})),
  });
  return (headers: Record<string, string>) => authorize({ headers });
}
const sending = (value: string) => ({ [FRONT_SECRET_HEADER]: value });

beforeEach(() => {
  secrets.reset();
  log.mockClear();
  now = NOW;
  holds({ 1: FIRST });
});

describe('a request without the secret of CloudFront', () => {
  it.each([
    ['no header at all', {}],
    ['an empty header', sending('')],
    ['another value', sending('x'.repeat(64))],
    ['the value twice, as API Gateway joins a header that is sent twice', sending(`${FIRST},${FIRST}`)],
    ['the beginning of the value', sending(FIRST.slice(0, -1))],
    ['the whole secret as it is stored', sending(JSON.stringify({ 1: FIRST }))],
  ])('is refused: %s', async (_, headers) => {
    expect(await anAuthorizer()(headers)).toEqual(REFUSED);
  });

  it('does not read the secret', async () => {
    await anAuthorizer()({});
    expect(reads()).toBe(0);
  });

  it('is refused where no version is long enough to be a secret', async () => {
    holds({ 1: '', 2: 'short' });
    const ask = anAuthorizer();
    expect(await ask(sending('short'))).toEqual(REFUSED);
  });

  it('has the secret read once in five seconds, however many come', async () => {
    const ask = anAuthorizer();
    for (let count = 0; count < 20; count += 1) await ask(sending(`${count}`.repeat(64)));
    expect(reads()).toBe(1);
    pass(5);
    await ask(sending('y'.repeat(64)));
    expect(reads()).toBe(2);
  });
});

describe('a request with the secret of CloudFront', () => {
  it('is let in, marked as such for the functions', async () => {
    expect(await anAuthorizer()(sending(FIRST))).toEqual(LET_IN);
    expect(await anAuthorizer()({ [FRONT_SECRET_HEADER.toUpperCase()]: FIRST })).toEqual(LET_IN);
  });

  it('is let in with either of two versions: nothing is refused while they change', async () => {
    holds({ 1: FIRST, 2: SECOND });
    const ask = anAuthorizer();
    expect(await ask(sending(FIRST))).toEqual(LET_IN);
    expect(await ask(sending(SECOND))).toEqual(LET_IN);
    expect(reads()).toBe(1);
  });

  it('is let in with a version that is newer than what a warm process knows', async () => {
    const ask = anAuthorizer();
    await ask(sending(FIRST));
    holds({ 1: FIRST, 2: SECOND });
    pass(5);
    expect(await ask(sending(SECOND))).toEqual(LET_IN);
  });

  it('is refused by warm processes a minute after its version was removed', async () => {
    holds({ 1: FIRST, 2: SECOND });
    const ask = anAuthorizer();
    await ask(sending(FIRST));
    holds({ 2: SECOND });
    pass(60);
    expect(await ask(sending(FIRST))).toEqual(REFUSED);
  });

  it('is let in while Secrets Manager cannot be reached, if the secret was read once', async () => {
    const ask = anAuthorizer();
    await ask(sending(FIRST));
    secrets.on(GetSecretValueCommand).rejects(new Error('down'));
    pass(3_600);
    expect(await ask(sending(FIRST))).toEqual(LET_IN);
    expect(log).toHaveBeenCalledWith('warn', 'the front secret could not be read again', expect.anything());
    await expect(anAuthorizer()(sending(FIRST))).rejects.toThrow('down');
  });
});

describe('a request where direct access is allowed', () => {
  const UNMARKED = { isAuthorized: true, context: {} };

  it.each([
    ['without the secret', {}, UNMARKED],
    ['with another value', sending('x'.repeat(64)), UNMARKED],
    ['with the secret of CloudFront', sending(FIRST), LET_IN],
  ])('is let in %s, and marked only if CloudFront sent it', async (_, headers, expected) => {
    expect(await anAuthorizer(true)(headers)).toEqual(expected);
  });

  it.each<[string, Record<string, string>, string]>([
    ['through CloudFront is counted by the address that CloudFront saw', sending(FIRST), '203.0.113.7'],
    ['that comes directly is counted by its connection, whatever address it names', {}, '192.0.2.1'],
    ['that comes directly with a guessed secret is, too', sending('x'.repeat(64)), '192.0.2.1'],
  ])('%s', async (_, headers, expected) => {
    const { context } = await anAuthorizer(true)(headers);
    const http = { method: 'POST', path: '/portal/x', protocol: 'HTTP/1.1', sourceIp: '192.0.2.1', userAgent: 'test' };
    const requestContext = { http, authorizer: { lambda: context } } as unknown as APIGatewayEventRequestContextV2;
    const named = { [CLIENT_ADDRESS_HEADER]: '203.0.113.7', 'x-forwarded-for': '203.0.113.9' };
    expect(clientAddress(requestContext, named)).toBe(expected);
  });
});
