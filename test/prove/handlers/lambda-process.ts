import { pathToFileURL } from 'node:url';

// One function of a release, in a process of its own with its own environment (invoke.ts): events come in, answers and errors go
// out.

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
