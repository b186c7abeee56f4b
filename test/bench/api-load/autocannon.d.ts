/** The parts that the benches use: the package has no types, and DefinitelyTyped's are two versions behind. */
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
    /** Total number of requests. */
    amount: number;
    /** Time-out of a request, in seconds. */
    timeout: number;
    requests: (PreparedRequest & { setupRequest?: (request: PreparedRequest) => PreparedRequest })[];
  }
  interface Result {
    /** In seconds. */
    duration: number;
    '2xx': number;
    non2xx: number;
    /** Requests without an answer, including time-outs. */
    errors: number;
    timeouts: number;
  }
  /** Emits `response` (client, status, bytes, milliseconds). */
  interface Instance extends EventEmitter, Promise<Result> {}

  export default function autocannon(options: Options): Instance;
}
