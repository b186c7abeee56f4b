import { describe, expect, it } from 'vitest';
import { changesBetween, countFittingChanges, recordSetsOf } from '../../../lambdas/route53-publisher/record-sets.ts';

const NAME = 'abc.cname.service.net';
const CAA = ['0 issue "ca.example; validationmethods=http-01"'];
const summary = (changes: ReturnType<typeof changesBetween>) =>
  changes.map(({ action, set }) => `${action} ${set.type} ${set.values}`);

describe('the records of a label', () => {
  it('of IP addresses are A and AAAA, with the CAA records beside them, as the wildcard does not reach there', () => {
    expect(recordSetsOf(NAME, ['192.0.2.1', '192.0.2.2', '2001:db8::1'], CAA)).toEqual([
      { name: NAME, type: 'A', values: ['192.0.2.1', '192.0.2.2'] },
      { name: NAME, type: 'AAAA', values: ['2001:db8::1'] },
      { name: NAME, type: 'CAA', values: CAA },
    ]);
  });

  it('has an address once, however it is written', () => {
    const [set] = recordSetsOf(NAME, ['2001:db8::1', '2001:DB8:0::1'], []);
    expect(set?.values).toEqual(['2001:db8::1']);
  });

  it('of a hostname are one CNAME, and nothing beside it', () => {
    expect(recordSetsOf(NAME, ['lb.example.com'], CAA)).toEqual([{ name: NAME, type: 'CNAME', values: ['lb.example.com'] }]);
  });

  it('are none where a server has no address, so that the wildcard answers again', () => {
    expect(recordSetsOf(NAME, [], CAA)).toEqual([]);
  });
});

describe('the changes from one set of records to the next', () => {
  it('begin with what goes: beside a CNAME nothing else may be there', () => {
    const address = recordSetsOf(NAME, ['192.0.2.1'], CAA);
    const hostname = recordSetsOf(NAME, ['lb.example.com'], CAA);
    expect(summary(changesBetween(address, hostname))).toEqual([
      'DELETE A 192.0.2.1',
      `DELETE CAA ${CAA}`,
      'UPSERT CNAME lb.example.com',
    ]);
    expect(summary(changesBetween(hostname, address))).toEqual([
      'DELETE CNAME lb.example.com',
      'UPSERT A 192.0.2.1',
      `UPSERT CAA ${CAA}`,
    ]);
  });

  it('leave alone what is there already, in whatever order', () => {
    const one = recordSetsOf(NAME, ['192.0.2.1', '192.0.2.2'], CAA);
    expect(changesBetween(one, recordSetsOf(NAME, ['192.0.2.2', '192.0.2.1'], CAA))).toEqual([]);
    expect(summary(changesBetween(one, recordSetsOf(NAME, ['192.0.2.1'], CAA)))).toEqual(['UPSERT A 192.0.2.1']);
  });

  it('fit into one request of 1,000 values and 32,000 characters, where an UPSERT counts twice', () => {
    const short = [{ action: 'UPSERT' as const, set: { name: NAME, type: 'A' as const, values: ['192.0.2.1'] } }];
    const long = [{ action: 'UPSERT' as const, set: { name: NAME, type: 'CAA' as const, values: ['x'.repeat(160)] } }];
    const deletion = [{ action: 'DELETE' as const, set: { name: NAME, type: 'A' as const, values: ['192.0.2.1'] } }];
    const most = (changes: typeof short | typeof long | typeof deletion) =>
      countFittingChanges(Array.from({ length: 2_000 }, () => changes));
    expect([most(short), most(long), most(deletion)]).toEqual([500, 100, 1_000]);
    expect(countFittingChanges([short, short])).toBe(2);
  });
});
