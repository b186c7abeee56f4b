import { type Answer, encode } from 'dns-packet';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DnsQuestion, decodeReply, encodeQuery } from '../../../../lambdas/dns/wire/message.ts';
import { extendedErrorOption, optRecord } from './opt-record.ts';

const question: DnsQuestion = { id: 7, name: 'shop.example.com', type: 'CNAME' };
const NXDOMAIN = 3;
const SERVFAIL = 2;

function reply(
  more: { id?: number; name?: string; type?: 'CNAME' | 'A'; rcode?: number; answers?: Answer[]; additionals?: Answer[] } = {},
) {
  return encode({
    type: 'response',
    id: more.id ?? question.id,
    flags: more.rcode ?? 0,
    questions: [{ type: more.type ?? 'CNAME', name: more.name ?? question.name, class: 'IN' }],
    answers: more.answers ?? [],
    additionals: more.additionals ?? [],
  });
}

describe('a reply of DNS', () => {
  it('gives names in lower case, without the final dot', () => {
    const answers: Answer[] = [{ type: 'CNAME', name: 'Shop.Example.COM', ttl: 300, data: 'Label.Target.Test.' }];
    expect(decodeReply(reply({ answers }), question)).toMatchObject({
      kind: 'answer',
      records: [{ type: 'CNAME', name: 'shop.example.com', ttl: 300, value: 'label.target.test' }],
    });
  });

  it('has each record once, however often a server repeats it on the way round a circle', () => {
    const [there, back]: Answer[] = [
      { type: 'CNAME', name: 'shop.example.com', data: 'a.test' },
      { type: 'CNAME', name: 'a.test', data: 'shop.example.com' },
    ];
    if (!there || !back) throw new Error('two records');
    const answers = [there, back, { ...there, ttl: 7 }, back, { ...there, name: 'SHOP.example.com' }];
    expect(decodeReply(reply({ answers }), question)?.records.map(({ name }) => name)).toEqual(['shop.example.com', 'a.test']);
  });

  it('never takes another letter for one of ours: the Kelvin sign is no k', () => {
    const answers: Answer[] = [{ type: 'CNAME', name: 'shop.example.com', data: '\u212aey.target.test' }];
    expect(decodeReply(reply({ answers }), question)?.records[0]?.value).not.toBe('key.target.test');
  });

  it.each([
    ['nothing of this type', { answers: [] }, 'no-data'],
    ['no such name', { rcode: NXDOMAIN }, 'nxdomain'],
    ['an error', { rcode: SERVFAIL }, 'failure'],
    ['an error only EDNS can express', { additionals: [optRecord({ extendedRcode: 1 })] }, 'failure'],
  ])('that says %s is of kind %s', (_said, more, kind) => {
    expect(decodeReply(reply(more), question)?.kind).toBe(kind);
  });

  it('has the extended error beside SERVFAIL', () => {
    const options = [extendedErrorOption(22, 'no reachable authority\0')];
    const bytes = reply({ rcode: SERVFAIL, additionals: [optRecord({ options })] });
    expect(decodeReply(bytes, question)).toMatchObject({
      rcode: 'SERVFAIL',
      extendedError: { code: 22, text: 'no reachable authority' },
    });
  });

  it.each([
    ['has another id', reply({ id: 8 })],
    ['answers about another name', reply({ name: 'other.example.com' })],
    ['answers about another type', reply({ type: 'A' })],
    ['is our own question sent back', encodeQuery(question)],
    ['is cut off', reply({ answers: [{ type: 'CNAME', name: 'shop.example.com', data: 'a.test' }] }).subarray(0, -3)],
  ])('is none if the message %s', (_what, bytes) => {
    expect(decodeReply(bytes, question)).toBeUndefined();
  });

  it('never throws, whatever the bytes are', () => {
    const start = Array.from(reply().subarray(0, 12));
    const anything = fc.oneof(
      fc.uint8Array({ maxLength: 600 }),
      fc.uint8Array({ maxLength: 600 }).map((rest) => Uint8Array.from([...start, ...rest])),
    );
    fc.assert(
      fc.property(anything, (bytes) => decodeReply(Buffer.from(bytes), question) !== null),
      { numRuns: 2_000 },
    );
  });
});
