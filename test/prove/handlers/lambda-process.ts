import { pathToFileURL } from 'node:url';

// One function of a release, in its own process and environment (invoke.ts): receives events, sends answers and errors.

const { handler } = await import(pathToFileURL(String(process.argv[2])).href);
const context = { awsRequestId: 'proof', getRemainingTimeInMillis: () => 60_000 };

process.on('message', async (event) => {
  try {
    process.send?.({ answer: await handler(event, { ...context }) });
  } catch (error) {
    const { name, message, errors } = error as AggregateError;
    process.send?.({ thrown: [name, message, ...(errors ?? []).map(String)].join(': ') });
  }
});
process.send?.('ready');
