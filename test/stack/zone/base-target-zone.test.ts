import { describe, expect, it } from 'vitest';
import { productionStage, resourcesOf, synthesize, zoneStage } from '../synthesized.ts';

const { service } = synthesize(zoneStage);
const zoneArn = { 'Fn::Join': ['', ['arn:', { Ref: 'AWS::Partition' }, ':route53:::hostedzone/Z0123456789ABC']] };

interface Statement {
  Action: string;
  Resource: unknown;
  Condition?: object;
}

describe('a stage with a zone for its base target', () => {
  it('may change four types of records at this name and below, and no others there', () => {
    const policies = Object.values(resourcesOf(service, 'AWS::IAM::Role')).flatMap(
      ({ Properties }) => (Properties.Policies ?? []) as { PolicyDocument: { Statement: Statement[] } }[],
    );
    const statements = policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
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

  it('may write TXT records, too, where hostnames are validated by DNS, and only below that zone', () => {
    const settings = { ...zoneStage.settings, validationZone: 'validation.acme-saas.net' };
    const { service: withProofs } = synthesize({ ...zoneStage, settings });
    const text = JSON.stringify(resourcesOf(withProofs, 'AWS::IAM::Role'));
    const { baseTarget } = settings;
    expect(text).toContain(JSON.stringify([baseTarget, `*.${baseTarget}`, '*.validation.acme-saas.net']));
    expect(text).toContain(JSON.stringify(['A', 'AAAA', 'CAA', 'CNAME', 'TXT']));
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
