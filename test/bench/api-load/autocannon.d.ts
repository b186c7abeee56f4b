/** What the benches use of it: it ships no types, and DefinitelyTyped's are two versions behind. */
declare module 'autocannon' {
  import type { EventEmitter } from 'node:events';

  interface PreparedRequest {
    method?: string;
    path?: string;
    body?: string;
    headers?: Record<string, string>;
  }
  interface Options {
    url: string;
    connections: number;
    /** Requests in all. */
    amount: number;
    /** Seconds without an answer after which a request has failed. */
    timeout: number;
    requests: (PreparedRequest & { setupRequest?: (request: PreparedRequest) => PreparedRequest })[];
  }
  interface Result {
    /** Seconds. */
    duration: number;
    '2xx': number;
    non2xx: number;
    /** Requests without an answer, with those that timed out. */
    errors: number;
    timeouts: number;
  }
  /** Emits `response` (client, status, bytes, milliseconds). */
  interface Instance extends EventEmitter, Promise<Result> {}

  export default function autocannon(options: Options): Instance;
}
