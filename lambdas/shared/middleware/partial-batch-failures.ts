import type middy from '@middy/core';

/** What Lambda reads of a batch's answer (ReportBatchItemFailures), for queues and streams alike. */
export interface BatchResponse {
  batchItemFailures: { itemIdentifier: string }[];
}

/** The handler of a batch answers the identifiers of what is to come again; `partialBatchFailures` tells Lambda. */
export type BatchResult = string[] | BatchResponse;

/**
 * Only what failed comes again: message ids of a queue, sequence numbers of a stream. A handler that throws has the whole batch
 * delivered again, and so has an identifier that Lambda does not know.
 */
export function partialBatchFailures(): middy.MiddlewareObj<unknown, BatchResult> {
  return {
    after: (request) => {
      if (!Array.isArray(request.response)) return;
      request.response = { batchItemFailures: request.response.map((itemIdentifier) => ({ itemIdentifier })) };
    },
  };
}
