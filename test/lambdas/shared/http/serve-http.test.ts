import { setTimeout as working } from 'node:timers/promises';
import { ThrottlingException } from '@aws-sdk/client-dynamodb';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { describe, expect, it, vi } from 'vitest';
import type { MetricValues } from '../../../../contract/stack/metrics.ts';
import { AppError } from '../../../../lambdas/shared/errors/app-error.ts';
import type { HttpRequest, HttpResponse } from '../../../../lambdas/shared/http/route.ts';
import { serveHttp } from '../../../../lambdas/shared/http/serve-http.ts';
import { NOW } from '../../a-domain.ts';
import { anInvocation } from '../middleware/invoke.ts';

const PATH = '/.well-known/thing';

function anEvent(method = 'GET', rawPath = PATH): APIGatewayProxyEventV2 {
  const http = { method, path: rawPath, protocol: 'HTTP/1.1', sourceIp: '192.0.2.1', userAgent: 'test' };
  return {
    version: '2.0',
    routeKey: '$default',
    rawPath,
    rawQueryString: '',
    headers: {},
    isBase64Encoded: false,
    requestContext: {
      accountId: '1',
      apiId: '1',
      domainName: 'service.example',
      domainPrefix: 'service',
      http,
      requestId: 'gateway-1',
      routeKey: '$default',
      stage: '$default',
      time: '',
      timeEpoch: 0,
    },
  };
}

function aLambda(handle: (request: HttpRequest) => Promise<HttpResponse>) {
  let drawn = 0;
  const log = vi.fn();
  const logAbout = vi.fn();
  const newRequestId = () => {
    drawn += 1;
    return `req_${drawn}`;
  };
  const handler = serveHttp([{ method: 'GET', path: PATH, handle }], { log, logAbout, clock: () => NOW, newRequestId });
  return {
    handler,
    log,
    logAbout,
    lines: () => log.mock.calls.map(([level, message, { cause, ...facts }]) => [level, message, facts]),
  };
}

const line = (status: number) => [
  'info',
  'request',
  { requestId: 'req_1', method: 'GET', path: PATH, sourceIp: '192.0.2.1', status, milliseconds: 0 },
];
const failed = ['error', 'request failed', { requestId: 'req_1', path: PATH }];
const throttled = new ThrottlingException({ message: 'x', $metadata: { httpStatusCode: 400 } });
const throwing = (error: unknown) => async () => Promise.reject(error);

describe('a call over HTTP', () => {
  it.each([
    ['that is answered has one line', async () => ({ status: 201, json: {} }), 201, [line(201)]],
    ['that is refused has one line', throwing(new AppError('resource_not_found', 'No.')), 404, [line(404)]],
    ['that meets what nobody expected tells its cause, and then its line', throwing(new Error('x')), 500, [failed, line(500)]],
    ['that meets a throttled table is asked to come again, and tells its cause', throwing(throttled), 503, [failed, line(503)]],
    ['whose handler throws no error at all is answered as broken', throwing('x'), 500, [failed, line(500)]],
  ])('%s', async (_, handle, status, expected) => {
    const { handler, lines } = aLambda(handle);
    expect(await handler(anEvent(), anInvocation())).toMatchObject({ statusCode: status });
    expect(lines()).toEqual(expected);
  });

  it.each([
    ['is answered for at once when 3 s are left', 3_000, 503],
    ['is left its time when more than 3 s are left', 3_500, 200],
  ])('that takes long %s', async (_, remainingMs, statusCode) => {
    const { handler } = aLambda(() => working(100, { status: 200 }));
    const answer = handler(anEvent(), anInvocation('aws-1', remainingMs));
    expect(await Promise.race([answer, working(300)])).toMatchObject({ statusCode });
  });

  it('that fails shows strangers nothing of the cause, and us all of it', async () => {
    const cause = new Error('secret');
    const { handler, log } = aLambda(throwing(cause));
    const { body } = await handler(anEvent(), anInvocation());
    expect(body).toBe('{"error":{"code":"internal_error","message":"Something went wrong on our side."}}');
    expect(log.mock.calls[0]?.[2]).toMatchObject({ cause });
  });

  it('is measured from when API Gateway had it, also if it fails', async () => {
    const log = vi.fn();
    const measure = vi.fn((): MetricValues => ({ ChallengesLate: 1 }));
    const ports = { log, logAbout: () => {}, clock: () => NOW, newRequestId: () => 'req_1', measure };
    const route = { method: 'GET' as const, path: PATH, handle: throwing(new Error('x')) };
    const event = anEvent();
    event.requestContext.timeEpoch = NOW.getTime() - 2_500;
    await serveHttp([route], ports)(event, anInvocation());
    expect(measure).toHaveBeenCalledExactlyOnceWith(500, 2_500);
    expect(log.mock.calls.at(-1)?.[2]).toMatchObject({ measured: { ChallengesLate: 1 } });
  });

  it('has one request id: in its handler, its answer, its line and whatever else it logs', async () => {
    const { handler, logAbout, lines } = aLambda(async ({ requestId }) => ({ status: 200, text: requestId }));
    const { body, headers } = await handler(anEvent(), anInvocation('aws-7'));
    expect([body, headers?.['x-request-id'], lines()[0]?.[2].requestId]).toEqual(['req_1', 'req_1', 'req_1']);
    expect(logAbout.mock.calls).toEqual([[{ awsRequestId: 'aws-7', requestId: 'req_1', route: `GET ${PATH}` }]]);
    expect((await handler(anEvent(), anInvocation())).body).toBe('req_2');
  });

  it('keeps the headers that were set before it failed', async () => {
    const { handler } = aLambda(async ({ answerHeaders }) => {
      answerHeaders.ratelimit = '1';
      throw new AppError('method_not_allowed', 'No.', { headers: { allow: 'GET' } });
    });
    const { headers } = await handler(anEvent(), anInvocation());
    expect(headers).toEqual({
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'x-request-id': 'req_1',
      ratelimit: '1',
      allow: 'GET',
    });
  });

  it.each([
    ['to no known path', 'GET', '/nowhere', 404],
    ['with a method that its path does not take', 'POST', PATH, 405],
  ])('is refused with %s', async (_, method, path, statusCode) => {
    const { handler } = aLambda(async () => ({ status: 200 }));
    expect(await handler(anEvent(method, path), anInvocation())).toMatchObject({ statusCode });
  });

  it('to a path without its prefix is told the path that was meant', async () => {
    const { handler } = aLambda(async () => ({ status: 200 }));
    const { body } = await handler(anEvent('POST', '/domains'), anInvocation());
    expect(JSON.parse(body ?? '').error.message).toBe('There is nothing at this address. Did you mean /api/domains?');
  });
});
