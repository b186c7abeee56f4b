import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A webhook as a listener registers it. */
export interface Registered {
  id: number;
  url: string;
  events: string[];
  secret?: string;
  description?: string;
}

/** The webhooks API's operations that these commands use, in memory. */
export async function startWebhooksApi(webhooks: Registered[] = []) {
  const deleted: number[] = [];
  let refusal: object | undefined;
  const server = createServer(async (request, response) => {
    const answer = (status: number, json: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
    const id = Number(request.url?.split('/').at(-1));
    const body = await text(request);
    if (request.headers['x-api-key'] !== 'sk_test_1') answer(401, { error: { code: 'invalid_api_key' } });
    else if (request.method === 'GET') answer(200, { data: webhooks, next_cursor: null });
    else if (request.method === 'DELETE') {
      const at = webhooks.findIndex((webhook) => webhook.id === id);
      if (at < 0) answer(404, { error: { code: 'resource_not_found' } });
      else {
        deleted.push(...webhooks.splice(at, 1).map((webhook) => webhook.id));
        answer(200, { id, deleted: true });
      }
    } else if (refusal) answer(422, refusal);
    else {
      const webhook = { secret: 'whsec_b2YgdGhlIHNlcnZpY2U=', ...JSON.parse(body), id: 100 + webhooks.length };
      webhooks.push(webhook);
      answer(201, webhook);
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    connection: { site_url: `http://127.0.0.1:${port}`, api_key_id: 'cps_pk_test_1', api_key: 'sk_test_1' },
    webhooks,
    deleted,
    /** Answers every further registration with 422 and this body. */
    refuse(json: object): void {
      refusal = json;
    },
    close(): void {
      server.close();
      server.closeAllConnections();
    },
  };
}
