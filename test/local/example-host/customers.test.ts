import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { openCustomers } from '../../../local/example-host/customers.ts';

const toClose: (() => void)[] = [];
afterEach(() => {
  for (const close of toClose.splice(0)) close();
});

async function play(answer: (request: IncomingMessage, response: ServerResponse) => unknown) {
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    asked.push(`${request.method} ${request.url} ${await text(request)}`.trim());
    answer(request, response);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  toClose.push(() => server.close());
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
  return { asked, customers: openCustomers({ baseUrl, apiKeyId: 'a', apiKey: 'b', serverId: 7 }) };
}
const lists = (customer: string | undefined) => (_: IncomingMessage, response: ServerResponse) =>
  response.end(JSON.stringify({ data: [{ url: 'docs.acme.com', metadata: customer === undefined ? {} : { customer } }] }));

describe('whose a hostname is, in the example host', () => {
  it('a hostname is that of the customer who stands in the metadata of its domain, and the API is asked once', async () => {
    const { asked, customers } = await play(lists('alice'));
    expect(await customers.owns('alice', 'docs.acme.com')).toBe(true);
    expect(await customers.owns('alice', 'docs.acme.com')).toBe(true);
    expect(asked).toEqual(['GET /api/domains?url=docs.acme.com']);
    expect(await customers.owns('bob', 'docs.acme.com')).toBe(false);
  });

  it.each([undefined, 'bob'])('a hostname of a domain with another customer, or none, is nobody else’s: %s', async (customer) => {
    const { customers } = await play(lists(customer));
    expect(await customers.owns('alice', 'docs.acme.com')).toBe(false);
  });

  it('nobody is said to own what the API does not tell', async () => {
    const { customers } = await play((_, response) => response.writeHead(500).end());
    await expect(customers.owns('alice', 'docs.acme.com')).rejects.toThrow('500');
  });

  it('a typed name becomes a domain with its customer in the metadata, and a refusal is told in the words of the API', async () => {
    const answers = [
      { status: 200, body: { data: [] } },
      { status: 201, body: { url: 'docs.acme.com' } },
      { status: 200, body: { data: [] } },
      { status: 422, body: { error: { message: 'Invalid.', details: { errors: { url: ['is taken'] } } } } },
    ];
    const { asked, customers } = await play((_, response) => {
      const { status = 500, body = {} } = answers.shift() ?? {};
      response.writeHead(status).end(JSON.stringify(body));
    });
    expect(await customers.connect('alice', ' Docs.acme.com')).toEqual({ hostname: 'docs.acme.com' });
    expect(asked[1]).toBe('POST /api/domains {"url":"docs.acme.com","server_id":7,"metadata":{"customer":"alice"}}');
    expect(await customers.connect('alice', 'shop.acme.com')).toEqual({ hostname: 'shop.acme.com', refusal: 'url is taken' });
  });
});
