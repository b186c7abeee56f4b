import autocannon, { type PreparedRequest } from 'autocannon';

export interface Load {
  url: string;
  connections: number;
  /** In total, not per connection. */
  requests: number;
  /** Called for each request. */
  next: () => PreparedRequest;
}

export interface LoadResult {
  perSecond: number;
  /** In milliseconds, over all answers. */
  p50: number;
  p95: number;
  p99: number;
  /** Answers other than 2xx, and requests without an answer. */
  errors: number;
}

const TIMEOUT_SECONDS = 30;

/** Sends all requests as fast as they are answered, one at a time per connection. */
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
  // autocannon's own result lacks p95, and its duration is rounded up to whole seconds by its sampling.
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

/** autocannon writes the content length into the given headers object: the next request would inherit it. */
function ownHeaders(request: PreparedRequest): PreparedRequest {
  return { ...request, headers: { ...request.headers } };
}

/** The nearest-rank percentile; NaN for an empty list. */
function percentile(sorted: number[], percent: number): number {
  return sorted[Math.ceil((sorted.length * percent) / 100) - 1] ?? Number.NaN;
}
