import autocannon, { type PreparedRequest } from 'autocannon';

export interface Load {
  url: string;
  connections: number;
  /** In all, not for each connection. */
  requests: number;
  /** Called for each request. */
  next: () => PreparedRequest;
}

export interface LoadResult {
  perSecond: number;
  /** Milliseconds, of all answers. */
  p50: number;
  p95: number;
  p99: number;
  /** Answers that are not 2xx, and requests without an answer. */
  errors: number;
}

const TIMEOUT_SECONDS = 30;

/** Sends requests as fast as they are answered, one at a time on each connection, until all are. */
export async function sendLoad({ url, connections, requests, next }: Load): Promise<LoadResult> {
  const startedAt = performance.now();
  let endedAt = startedAt;
  const milliseconds: number[] = [];
  const running = autocannon({
    url,
    connections,
    amount: requests,
    timeout: TIMEOUT_SECONDS,
    requests: [{ setupRequest: (request) => ({ ...request, ...ownHeaders(next()) }) }],
  });
  // Its own result has no p95, and the whole seconds of its sampling in its duration.
  running.on('response', (_client, _status, _bytes, ms: number) => {
    endedAt = performance.now();
    milliseconds.push(ms);
  });
  const { non2xx, errors } = await running;
  const sorted = milliseconds.toSorted((a, b) => a - b);
  return {
    perSecond: sorted.length / ((endedAt - startedAt) / 1000),
    p50: percentile(sorted, 50),
    p95: percentile(sorted, 95),
    p99: percentile(sorted, 99),
    errors: non2xx + errors,
  };
}

/** autocannon writes the body's length into the headers that it is given: the next request would have it too. */
function ownHeaders(request: PreparedRequest): PreparedRequest {
  return { ...request, headers: { ...request.headers } };
}

/** The smallest value that so many percent do not exceed (nearest rank); NaN of nothing. */
function percentile(sorted: number[], percent: number): number {
  return sorted[Math.ceil((sorted.length * percent) / 100) - 1] ?? Number.NaN;
}
