import { once } from 'node:events';
import { Agent, request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { type AwsRequest, awsRequestOf } from './aws-request.ts';
import { end, FORWARDED, forwarded, type Handling } from './handling.ts';

/** How a request is handled, if not as usual. */
export type AwsPlan = (request: AwsRequest) => Handling | undefined;

/** Stands between the Lambdas and AWS. `callers`: who has which access key. */
export async function startAwsProxy(port: number, awsPort: number, callers: () => Map<string, string>, plan: AwsPlan) {
  const agent = new Agent({ keepAlive: true });

  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(incoming);
    const to = { host: '127.0.0.1', port: awsPort, agent };
    const forward = (other?: string) => forwarded(ask, to, incoming, other === undefined ? body : Buffer.from(other));
    const text = body.toString();
    const handling = plan(awsRequestOf(incoming.headers, text, callers())) ?? FORWARDED;
    end(await handling(forward, text), incoming, response);
  }

  const server = createServer((incoming, response) => {
    handle(incoming, response).catch(() => incoming.socket.destroy());
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    close: () => {
      server.close();
      server.closeAllConnections();
      agent.destroy();
    },
  };
}
