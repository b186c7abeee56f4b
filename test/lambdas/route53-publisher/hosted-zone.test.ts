import {
  ChangeResourceRecordSetsCommand,
  GetChangeCommand,
  InvalidChangeBatch,
  ListResourceRecordSetsCommand,
  Route53Client,
  ThrottlingException,
} from '@aws-sdk/client-route-53';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { hostedZone } from '../../../lambdas/route53-publisher/hosted-zone.gateway.ts';
import { OWNED_TYPES } from '../../../lambdas/route53-publisher/record-sets.ts';
import { assertWithinAwsLimits } from '../../aws-limits.ts';

const route53 = mockClient(Route53Client);
const zone = hostedZone('Z1', () => new Route53Client({}));
const name = 'abc.cname.service.net';
const a = { name, type: 'A' as const, values: ['192.0.2.1'] };
const upsert = { action: 'UPSERT' as const, set: a };
const deletion = { action: 'DELETE' as const, set: a };
const metadata = { $metadata: {} };

beforeEach(() => {
  route53.reset();
  route53
    .on(ChangeResourceRecordSetsCommand)
    .resolves({ ChangeInfo: { Id: '/change/C1', Status: 'PENDING', SubmittedAt: new Date() } });
});
const sent = () => route53.commandCalls(ChangeResourceRecordSetsCommand).map(({ args }) => args[0].input.ChangeBatch?.Changes);

describe('a batch of changes', () => {
  it('is one request, and answers by which id the change is followed', async () => {
    expect(await zone.change([upsert])).toEqual({ kind: 'sent', changeId: '/change/C1' });
    expect(sent()).toEqual([
      [{ Action: 'UPSERT', ResourceRecordSet: { Name: name, Type: 'A', TTL: 60, ResourceRecords: [{ Value: '192.0.2.1' }] } }],
    ]);
    for (const { args } of route53.calls()) assertWithinAwsLimits(args[0]);
  });

  it('deletes just what it is told: Route 53 refuses anything else', async () => {
    await zone.change([deletion]);
    const set = { Name: name, Type: 'A', TTL: 60, ResourceRecords: [{ Value: '192.0.2.1' }] };
    expect(sent()).toEqual([[{ Action: 'DELETE', ResourceRecordSet: set }]]);
    expect(route53.commandCalls(ListResourceRecordSetsCommand)).toEqual([]);
  });

  it('is served for as long as the records say, if they do', async () => {
    await zone.change([{ action: 'UPSERT', set: { name, type: 'TXT', values: ['"digest"'], ttl: 1 } }]);
    expect(sent()).toMatchObject([[{ ResourceRecordSet: { Type: 'TXT', TTL: 1 } }]]);
  });

  it('of nothing is no request', async () => {
    expect(await zone.change([])).toEqual({ kind: 'sent', changeId: '' });
    expect([sent(), await zone.progress('')]).toEqual([[], 'in-sync']);
  });

  it.each([
    [
      'refused',
      new InvalidChangeBatch({ message: 'RRSet of type CNAME … is not permitted', ...metadata }),
      'RRSet of type CNAME … is not permitted',
    ],
    ['later', new ThrottlingException({ message: 'Rate exceeded', ...metadata }), 'ThrottlingException: Rate exceeded'],
    ['later', Object.assign(new Error('still busy'), { name: 'PriorRequestNotComplete' }), 'PriorRequestNotComplete: still busy'],
  ])('is %s by %s', async (kind, error, reason) => {
    route53.on(ChangeResourceRecordSetsCommand).rejects(error);
    expect(await zone.change([upsert])).toEqual({ kind, reason });
  });

  it('fails where the zone is gone or forbidden: that concerns all of it', async () => {
    route53.on(ChangeResourceRecordSetsCommand).rejects(Object.assign(new Error('not authorized'), { name: 'AccessDenied' }));
    await expect(zone.change([upsert])).rejects.toThrow('not authorized');
  });

  it.each([
    ['PENDING', 'under-way'],
    ['INSYNC', 'in-sync'],
  ] as const)('that is %s is %s', async (Status, expected) => {
    route53.on(GetChangeCommand).resolves({ ChangeInfo: { Id: '/change/C1', Status, SubmittedAt: new Date() } });
    expect(await zone.progress('/change/C1')).toBe(expected);
  });

  it.each([
    ['Throttling', 'under-way'],
    ['NoSuchChange', 'unknown'],
  ])('of which Route 53 says %s is %s', async (error, expected) => {
    route53.on(GetChangeCommand).rejects(Object.assign(new Error(error), { name: error }));
    expect(await zone.progress('/change/C1')).toBe(expected);
  });
});

describe('what is left at a name', () => {
  it('are these records: those of other people go, of the types that the service writes, and no other name is touched', async () => {
    const byHand = { Name: `${name}.`, Type: 'CNAME' as const, TTL: 300, ResourceRecords: [{ Value: 'old.example.com.' }] };
    const text = { Name: `${name}.`, Type: 'TXT' as const, TTL: 300, ResourceRecords: [{ Value: '"kept"' }] };
    const next = { Name: 'abd.cname.service.net.', Type: 'A' as const, TTL: 60, ResourceRecords: [{ Value: '192.0.2.1' }] };
    const page = { ResourceRecordSets: [byHand, text, next], IsTruncated: false, MaxItems: 20 };
    route53.on(ListResourceRecordSetsCommand).resolves(page);
    expect(await zone.replace(name, [a], OWNED_TYPES.server)).toMatchObject({ kind: 'sent' });
    expect(sent()).toMatchObject([
      [
        { Action: 'DELETE', ResourceRecordSet: byHand },
        { Action: 'UPSERT', ResourceRecordSet: { Name: name, Type: 'A' } },
      ],
    ]);
  });
});
