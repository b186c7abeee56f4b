import { createSocket } from 'node:dgram';
import type { Answer } from 'dns-packet';
import { describe, expect, it } from 'vitest';
import { dnsResolver, dnsResolverWithin } from '../../../../lambdas/dns/wire/resolver.gateway.ts';
import { answering, type Behaviour, nameServerOnLoopback, response, truncating } from './name-server-on-loopback.ts';

const cname: Answer = { type: 'CNAME', name: 'shop.example.com', ttl: 60, data: 'label.target.test' };
const right = answering([cname]);
const silent: Behaviour = () => undefined;
const servfail = answering([], 2);
const short = { tryMs: 60, totalMs: 500 };

describe('a question', () => {
  it('a DNS question is answered, whatever its case, and names the server', async () => {
    await using server = await nameServerOnLoopback(right);
    const answer = await dnsResolver({ nameServers: [server.label] })('SHOP.example.com.', 'CNAME');
    expect(answer).toMatchObject({
      kind: 'answer',
      server: server.label,
      rcode: 'NOERROR',
      records: [{ value: 'label.target.test' }],
    });
    expect(server.queries).toEqual(['udp']);
  });

  it.each<[string, 'A' | 'AAAA' | 'TXT' | 'CAA', Answer, string]>([
    ['address', 'A', { type: 'A', name: 'x.test', data: '192.0.2.1' }, '192.0.2.1'],
    ['IPv6 address', 'AAAA', { type: 'AAAA', name: 'x.test', data: '2001:db8::1' }, '2001:db8::1'],
    ['text in pieces', 'TXT', { type: 'TXT', name: 'x.test', data: ['cps-claim=', 'abc'] }, 'cps-claim=abc'],
    ['CAA', 'CAA', { type: 'CAA', name: 'x.test', data: { flags: 128, tag: 'issue', value: 'ca.test' } }, '128 issue "ca.test"'],
  ])('a DNS question for a(n) %s gives it as text', async (_what, type, record, value) => {
    await using server = await nameServerOnLoopback(answering([record]));
    expect((await dnsResolver({ nameServers: [server.label] })('x.test', type)).records).toMatchObject([{ type, value }]);
  });

  it('a DNS question is asked again over TCP when the answer does not fit', async () => {
    await using server = await nameServerOnLoopback(truncating(right));
    expect(await dnsResolver({ nameServers: [server.label] })('shop.example.com', 'CNAME')).toMatchObject({ kind: 'answer' });
    expect(server.queries).toEqual(['udp', 'tcp']);
  });

  it('a negative answer of DNS brings the SOA that proves it', async () => {
    const soa: Answer = {
      type: 'SOA',
      name: 'example.com',
      data: { mname: 'ns.example.com', rname: 'admin.example.com', minimum: 300 },
    };
    await using server = await nameServerOnLoopback((query) => response(query, { authorities: [soa] }));
    const answer = await dnsResolver({ nameServers: [server.label] })('shop.example.com', 'CNAME');
    expect(answer).toMatchObject({ kind: 'no-data', authority: [{ type: 'SOA', name: 'example.com' }] });
  });
});

describe('a server that gives no usable answer', () => {
  it.each<[string, Behaviour]>([
    ['is silent', silent],
    ['answers SERVFAIL', servfail],
    ['answers rubbish', () => Buffer.from('rubbish')],
    [
      'answers another question',
      (query) => response({ ...query, questions: [{ type: 'A', name: 'other.test' }] }, { answers: [cname] }),
    ],
    ['answers with another id', (query) => response({ ...query, id: ((query.id ?? 0) + 1) % 65_536 }, { answers: [cname] })],
    ['closes the TCP connection', truncating(() => Buffer.alloc(0))],
    ['answers rubbish over TCP', truncating(() => Buffer.from('rubbish'))],
    ['is silent over TCP', truncating(silent)],
  ])('that %s is followed by the next', async (_what, behaviour) => {
    await using bad = await nameServerOnLoopback(behaviour);
    await using good = await nameServerOnLoopback(right);
    const resolve = dnsResolver({ nameServers: [bad.label, good.label], ...short });
    expect(await resolve('shop.example.com', 'CNAME')).toMatchObject({ kind: 'answer', server: good.label });
  });

  it('a name server that is not there at all is followed by the next', async () => {
    const gone = await nameServerOnLoopback(right);
    await gone[Symbol.asyncDispose]();
    await using good = await nameServerOnLoopback(right);
    const resolve = dnsResolver({ nameServers: [gone.label, good.label], ...short });
    expect(await resolve('shop.example.com', 'CNAME')).toMatchObject({ kind: 'answer', server: good.label });
  });

  it('a silent name server that is the only one gets a second try, because recursion may have been slow', async () => {
    let times = 0;
    await using server = await nameServerOnLoopback((query, transport) => {
      times += 1;
      return times === 1 ? undefined : right(query, transport);
    });
    const resolve = dnsResolver({ nameServers: [server.label], tryMs: 400, totalMs: 2_000 }); // there is no third try
    expect(await resolve('shop.example.com', 'CNAME')).toMatchObject({ kind: 'answer' });
  });

  it('that answered SERVFAIL is not asked twice, and its answer counts above the silence of others', async () => {
    await using failing = await nameServerOnLoopback(servfail);
    await using quiet = await nameServerOnLoopback(silent);
    const resolve = dnsResolver({ nameServers: [failing.label, quiet.label], ...short });
    expect(await resolve('shop.example.com', 'CNAME')).toMatchObject({
      kind: 'failure',
      rcode: 'SERVFAIL',
      server: failing.label,
    });
    expect(failing.queries).toHaveLength(1);
  });
});

describe('the network', () => {
  it('silent name servers never make a question take longer than its budget', async () => {
    await using server = await nameServerOnLoopback(silent);
    const begunAt = performance.now();
    const answer = await dnsResolver({ nameServers: [server.label, server.label, server.label], tryMs: 300, totalMs: 350 })(
      'a.test',
      'A',
    );
    expect(answer).toMatchObject({ kind: 'failure', reason: expect.stringContaining('no answer within') });
    expect(performance.now() - begunAt).toBeLessThan(1_200); // six tries without a budget: 1,800 ms
    expect(server.queries.length).toBeLessThanOrEqual(2);
  });

  it('no answer to a DNS question is taken from another address', async () => {
    const intruder = createSocket('udp4');
    await using server = await nameServerOnLoopback(silent, (query, from) => {
      intruder.send(right(query, 'udp') ?? '', from.port, from.address);
    });
    const answer = await dnsResolver({ nameServers: [server.label], ...short })('shop.example.com', 'CNAME');
    intruder.close();
    expect(answer.kind).toBe('failure');
  });

  it.each(['', '.', 'a..b', `${'x'.repeat(64)}.test`, 'ä.test', 'a b.test', Array(128).fill('ab').join('.')])(
    'no name server is asked about "%s", which is no name',
    async (name) => {
      await using server = await nameServerOnLoopback(right);
      expect(await dnsResolver({ nameServers: [server.label], ...short })(name, 'CNAME')).toMatchObject({ kind: 'failure' });
      expect(server.queries).toEqual([]);
    },
  );
});

describe('a check of several questions', () => {
  it('end with their budget, whatever one alone might take', async () => {
    await using server = await nameServerOnLoopback(silent);
    const resolve = dnsResolverWithin({ nameServers: [server.label] })(150);
    const startedAt = performance.now();
    const answers = await Promise.all([resolve('a.example.com', 'CNAME'), resolve('b.example.com', 'TXT')]);
    expect(answers.map(({ kind }) => kind)).toEqual(['failure', 'failure']);
    expect(performance.now() - startedAt).toBeLessThan(1_000);
    const before = server.queries.length;
    expect(await resolve('c.example.com', 'CNAME')).toMatchObject({ kind: 'failure', reason: 'no time was left to ask' });
    expect(server.queries).toHaveLength(before);
  });

  it('a question to DNS is answered as ever within a budget', async () => {
    await using server = await nameServerOnLoopback(right);
    expect(await dnsResolverWithin({ nameServers: [server.label] })(2_000)('shop.example.com', 'CNAME')).toMatchObject({
      kind: 'answer',
    });
  });
});
