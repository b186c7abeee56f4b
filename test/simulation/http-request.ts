import type { HttpRequest, HttpResponse, Route } from '../../lambdas/shared/http/route.ts';
import { asAppError, errorResponse } from '../../lambdas/shared/http/serve-http.ts';
import type { Scheduler } from './scheduler.ts';

export interface Sent {
  method: string;
  path: string;
  params?: Record<string, string>;
  query?: string;
  headers?: object;
  body?: string;
  sourceIp?: string;
}

/** The event as API Gateway sends it. */
export function httpRequest(scheduler: Scheduler, requestId: string, sent: Sent): HttpRequest {
  const { method, path, params = {}, query = '', headers = {}, body = '', sourceIp = '192.0.2.1' } = sent;
  return {
    method,
    path,
    params,
    query,
    headers: { ...headers },
    rawBody: Buffer.from(body),
    requestId,
    domainName: 'service.test',
    sourceIp,
    userAgent: 'simulation',
    now: scheduler.clock(),
    answerHeaders: {},
    logFacts: { requestId },
  };
}

/** Maps errors as the pipeline does (shared/http/serve-http.ts), but throws unexpected ones. */
export async function answerOf(route: Route, request: HttpRequest): Promise<HttpResponse> {
  try {
    return await route.handle(request);
  } catch (error) {
    const answered = asAppError(error);
    if (answered.code === 'internal_error') throw error;
    return errorResponse(answered);
  }
}
