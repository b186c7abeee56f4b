import { describe, expect, it } from 'vitest';
import { guardedPost } from '../../../../lambdas/shared/net/http-post.gateway.ts';
import type { DnsAnswer, Resolve } from '../../../../lambdas/shared/net/resolve.ts';
import { answer, resolverKnowing } from './answers.ts';
import { receiverOnLoopback } from './receiver-on-loopback.ts';

const sending = (resolve: Resolve, allowLoopback = false) => {
  const post = guardedPost({ resolve, allowLoopback, plainHttp: 'allowed' });
  return (url: string) => post({ url, headers: {}, body: '{}', timeoutMs: 500, maxReplyBytes: 10 });
};
const nobodyKnows = resolverKnowing({});

/** Ways to write a receiver on this machine or in a private network. */
const BAD_HOSTS = [
  ...['127.0.0.1', '127.1', '127.0.0.1.', '0x7f000001', '0x7F.1', '2130706433', '0177.0.0.1', '017700000001', '%31%32%37.0.0.1'],
  ...['①②⑦.⓪.⓪.①', '127。0。0。1', 'localhost', 'LOCALHOST', 'localhost.', 'api.localhost'],
  ...['metadata.google.internal', 'printer.local', 'localhost.localdomain', 'localhost.example.com', 'intranet'],
  ...['0.0.0.0', '0', '10.0.0.1', '100.64.0.1', '169.254.169.254', '0xa9fea9fe', '2852039166', '172.16.0.1', '192.168.0.1'],
  ...['192.0.2.1', '198.18.0.1', '224.0.0.1', '240.0.0.1', '255.255.255.255'],
  ...['[::]', '[::1]', '[0:0:0:0:0:0:0:1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::127.0.0.1]', '[::ffff:8.8.8.8]'],
  ...[
    '[64:ff9b::7f00:1]',
    '[64:ff9b:1::7f00:1]',
    '[2002:7f00:1::]',
    '[2001:0:7f00:1::]',
    '[fe80::1]',
    '[fd00:ec2::254]',
    '[ff02::1]',
  ],
];

describe('no request reaches', () => {
  it.each(BAD_HOSTS)('no POST reaches http://%s', async (host) => {
    await using here = await receiverOnLoopback();
    expect(await sending(nobodyKnows)(`http://${host}:${here.port}/`)).toMatchObject({
      kind: 'failed',
      error: 'refused_address',
      reason: expect.stringContaining('not on the public internet'),
    });
    expect([here.connections(), nobodyKnows.asked]).toEqual([0, []]);
  });

  it.each(['127.0.0.1', '169.254.169.254', '10.0.0.1', '0.0.0.0', '224.0.0.1'])(
    'no POST reaches a name that leads to %s',
    async (address) => {
      await using here = await receiverOnLoopback();
      const resolve = resolverKnowing({ 'A metadata.example.com': [address] });
      expect(await sending(resolve)(`http://metadata.example.com:${here.port}/`)).toMatchObject({
        error: 'refused_address',
        reason: `metadata.example.com leads to the address ${address}, which is not on the public internet`,
      });
      expect(here.connections()).toBe(0);
    },
  );

  it('no POST reaches any IPv6 address: there is no way out over it', async () => {
    expect(await sending(nobodyKnows)('https://[2606:4700:4700::1111]/')).toMatchObject({
      error: 'refused_address',
      reason: expect.stringContaining('IPv6 is not supported'),
    });
  });

  it.each([0, 1, 21, 22, 25, 53, 81, 442, 444, 465, 993, 1023])(
    'no POST reaches port %i, not even in the local stage',
    async (port) => {
      expect(await sending(nobodyKnows, true)(`http://127.0.0.1:${port}/`)).toMatchObject({
        error: 'refused_address',
        reason: expect.stringContaining(`port ${port}`),
      });
    },
  );
});

describe('the local stage', () => {
  it.each(['127.0.0.1', '2130706433', 'localhost', 'api.localhost'])('reaches this machine as %s, without DNS', async (host) => {
    await using here = await receiverOnLoopback();
    expect(await sending(nobodyKnows, true)(`http://${host}:${here.port}/`)).toMatchObject({ status: 200 });
    expect(here.requests).toEqual([`${host === '2130706433' ? '127.0.0.1' : host}:${here.port} /`]);
    expect(nobodyKnows.asked).toEqual([]);
  });

  it('reaches this machine over IPv6', async () => {
    await using here = await receiverOnLoopback({ address: '::1' });
    expect(await sending(nobodyKnows, true)(`http://[::1]:${here.port}/`)).toMatchObject({ status: 200 });
    expect(here.requests).toEqual([`[::1]:${here.port} /`]);
  });

  it.each(['10.0.0.1', '169.254.169.254', '[::ffff:127.0.0.1]', '[64:ff9b::7f00:1]'])('does not reach %s', async (host) => {
    expect(await sending(nobodyKnows, true)(`http://${host}/`)).toMatchObject({ error: 'refused_address' });
  });
});

describe('a name that DNS answers about in turns', () => {
  const inTurns = (...addresses: string[]) => {
    let lookUps = 0;
    const resolve = async (name: string): Promise<DnsAnswer> => {
      const value = addresses[Math.min(lookUps, addresses.length - 1)] ?? '';
      lookUps += 1;
      return answer([{ type: 'A', name, ttl: 0, value }]);
    };
    return { resolve, lookUps: () => lookUps };
  };

  it('a POST connects where its name was allowed: it is looked up once', async () => {
    await using first = await receiverOnLoopback();
    await using second = await receiverOnLoopback({ address: '127.0.0.2', port: first.port });
    const { resolve, lookUps } = inTurns('127.0.0.1', '127.0.0.2');
    expect(await sending(resolve, true)(`http://rebound.example.com:${first.port}/`)).toMatchObject({ status: 200 });
    expect([first.connections(), second.connections(), lookUps()]).toEqual([1, 0, 1]);
  });

  it('a name is looked up again for each POST, and a connection that is kept open reaches no other address', async () => {
    await using first = await receiverOnLoopback();
    await using second = await receiverOnLoopback({ address: '127.0.0.2', port: first.port });
    const send = sending(inTurns('127.0.0.1', '127.0.0.2', '10.0.0.1').resolve, true);
    const url = `http://rebound.example.com:${first.port}/`;
    expect([await send(url), await send(url)]).toMatchObject([{ status: 200 }, { status: 200 }]);
    expect([first.requests.length, second.requests.length]).toEqual([1, 1]);
    expect(await send(url)).toMatchObject({ error: 'refused_address' });
  });
});
