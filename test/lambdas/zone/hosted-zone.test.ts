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
import { hostedZone } from '../../../lambdas/zone/hosted-zone.gateway.ts';
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

  it('deletes what the zone has now, whoever wrote it: Route 53 wants to be told it exactly', async () => {
    const present = { Name: `${name}.`, Type: 'A' as const, TTL: 300, ResourceRecords: [{ Value: '203.0.113.9' }] };
    route53.on(ListResourceRecordSetsCommand).resolves({ ResourceRecordSets: [present], IsTruncated: false, MaxItems: 1 });
    await zone.change([deletion]);
    expect(sent()).toEqual([[{ Action: 'DELETE', ResourceRecordSet: present }]]);
  });

  it('deletes nothing that is gone already, nor the next name of the zone, which Route 53 lists in its place', async () => {
    const next = { Name: 'abd.cname.service.net.', Type: 'A' as const, TTL: 60, ResourceRecords: [{ Value: '192.0.2.1' }] };
    route53.on(ListResourceRecordSetsCommand).resolves({ ResourceRecordSets: [next], IsTruncated: false, MaxItems: 1 });
    expect(await zone.change([deletion])).toEqual({ kind: 'sent', changeId: '' });
    expect([sent(), await zone.isInSync('')]).toEqual([[], true]);
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
    ['PENDING', false],
    ['INSYNC', true],
  ] as const)('that is %s has arrived everywhere: %s', async (Status, expected) => {
    route53.on(GetChangeCommand).resolves({ ChangeInfo: { Id: '/change/C1', Status, SubmittedAt: new Date() } });
    expect(await zone.isInSync('/change/C1')).toBe(expected);
  });
});
