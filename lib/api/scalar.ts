import { createRequire } from 'node:module';

interface Reply {
  header(): Reply;
  send(body: string): Reply;
}
interface Served {
  url: string;
  handler(request: object, reply: Reply): unknown;
}
/** As much of a Fastify as the plugin asks for. */
interface Recorder {
  route(served: Served): void;
}
type Plugin = (fastify: Recorder, options: object, done: () => void) => void;

const require = createRequire(import.meta.url);
const SCRIPT = '/js/scalar.js';

/**
 * Scalar's page as one script for browsers, which makes `Scalar` global. It is what `@scalar/fastify-api-reference` has Fastify
 * serve, with its 23 dependencies; `@scalar/api-reference`, which it is built from, has 271 (docs/decisions/0021). Loaded when it
 * is needed: it takes a second.
 */
export function scalarScript(): string {
  const { default: scalar }: { default: Plugin } = require('@scalar/fastify-api-reference');
  const served: Served[] = [];
  scalar({ route: (route) => served.push(route) }, { configuration: { url: '/' } }, () => {});
  const script = served.find(({ url }) => url.endsWith(SCRIPT));
  if (!script) throw new Error(`@scalar/fastify-api-reference serves no ${SCRIPT} any more`);
  let sent = '';
  const reply: Reply = {
    header: () => reply,
    send: (body) => {
      sent = body;
      return reply;
    },
  };
  script.handler({}, reply);
  return sent;
}
