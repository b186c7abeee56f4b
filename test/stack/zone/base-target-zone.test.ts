import { describe, expect, it } from 'vitest';
import { productionStage, resourcesOf, synthesize } from '../synthesized.ts';

const baseTargetZone = { hostedZoneId: 'Z0123456789ABC', addresses: ['198.51.100.7', '2001:db8::7'] };
const { service } = synthesize({ ...productionStage, baseTargetZone });
const zoneArn = { 'Fn::Join': ['', ['arn:', { Ref: 'AWS::Partition' }, ':route53:::hostedzone/Z0123456789ABC']] };

describe('a stage with a zone for its base target', () => {
  it('writes records of four types at and below the base target, and no others of the zone', () => {
    const statements = Object.values(resourcesOf(service, 'AWS::IAM::Policy')).flatMap(
      ({ Properties }) =>
        (Properties.PolicyDocument as { Statement: { Action: string; Resource: unknown; Condition?: object }[] }).Statement,
    );
    const ofZone = statements.filter(({ Action }) => String(Action).startsWith('route53:'));
    expect(ofZone.map(({ Action, Resource }) => [Action, Resource])).toEqual([
      ['route53:ChangeResourceRecordSets', zoneArn],
      ['route53:ListResourceRecordSets', zoneArn],
      ['route53:GetChange', { 'Fn::Join': ['', ['arn:', { Ref: 'AWS::Partition' }, ':route53:::change/*']] }],
    ]);
    const { baseTarget } = productionStage.settings;
    expect(ofZone[0]?.Condition).toEqual({
      'ForAllValues:StringLike': {
        'route53:ChangeResourceRecordSetsNormalizedRecordNames': [baseTarget, `*.${baseTarget}`],
      },
      'ForAllValues:StringEquals': { 'route53:ChangeResourceRecordSetsRecordTypes': ['A', 'AAAA', 'CAA', 'CNAME'] },
      Null: { 'route53:ChangeResourceRecordSetsNormalizedRecordNames': 'false' },
    });
  });

  it('has one function more, which the relay wakes, and an alarm on addresses that wait', () => {
    const variables = Object.entries(resourcesOf(service, 'AWS::Lambda::Function')).map(
      ([id, { Properties }]) => [id, Object((Properties.Environment as { Variables: object }).Variables)] as const,
    );
    const woken = variables.filter(([, told]) => told.ZONE_QUEUE_URL).map(([id]) => id.replace(/Function.*/, ''));
    expect(woken.toSorted()).toEqual(['BaseTargetZonePublishZone', 'OutboxRelayRelayOutbox']);
    expect(variables.find(([, told]) => told.HOSTED_ZONE_ID)?.[1]).toMatchObject({
      HOSTED_ZONE_ID: 'Z0123456789ABC',
      DEFAULT_ADDRESSES: '198.51.100.7,2001:db8::7',
    });
    const alarms = Object.values(resourcesOf(service, 'AWS::CloudWatch::Alarm')).map(({ Properties }) => Properties.MetricName);
    expect(alarms).toContain('ZoneOldestDueSeconds');
  });
});
