import { Match, Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { buildApp, localStage, resourcesOf, synthesize } from '../synthesized.ts';

const { stateful, service } = synthesize();
const buckets = stateful.findResources('AWS::S3::Bucket', { Properties: { ObjectLockEnabled: true } });
const [bucketId = ''] = Object.keys(buckets);
const keys = Object.entries(resourcesOf(stateful, 'AWS::KMS::Key'));
const [keyId = ''] = keys.find(([, { Properties }]) => Properties.KeySpec === 'ECC_NIST_P256') ?? [];

describe('the signed days of the audit', () => {
  it('lie in a bucket of versions that nobody can delete for 420 days, and that outlives its stack', () => {
    expect(Object.values(buckets)).toMatchObject([
      {
        DeletionPolicy: 'RetainExceptOnCreate',
        Properties: {
          VersioningConfiguration: { Status: 'Enabled' },
          ObjectLockConfiguration: { Rule: { DefaultRetention: { Mode: 'COMPLIANCE', Days: 420 } } },
        },
      },
    ]);
  });

  it('are written where nothing is, or not at all', () => {
    stateful.hasResourceProperties('AWS::S3::BucketPolicy', {
      Bucket: { Ref: bucketId },
      PolicyDocument: {
        Statement: Match.arrayWith([
          Match.objectLike({
            Effect: 'Deny',
            Principal: { AWS: '*' },
            Action: 's3:PutObject',
            Condition: { Null: { 's3:if-none-match': 'true' } },
          }),
        ]),
      },
    });
  });

  it('are signed by a key that stays, of one function and no other', () => {
    expect(keyId).not.toBe('');
    stateful.hasResource('AWS::KMS::Key', {
      DeletionPolicy: 'RetainExceptOnCreate',
      Properties: { KeySpec: 'ECC_NIST_P256', KeyUsage: 'SIGN_VERIFY' },
    });
    const users = Object.entries({ ...resourcesOf(service, 'AWS::IAM::Role'), ...resourcesOf(service, 'AWS::IAM::Policy') })
      .filter(([, { Properties }]) => JSON.stringify(Properties).includes(keyId))
      .map(([id]) => id);
    expect(users).toEqual([expect.stringContaining('SignDays')]);
  });

  it('lie without a lock in the emulator, whose CloudFormation knows none', () => {
    const local = Template.fromStack(buildApp(localStage).stateful);
    expect(local.findResources('AWS::S3::Bucket', { Properties: { ObjectLockEnabled: true } })).toEqual({});
  });
});

describe('the entries of the audit', () => {
  it('come to their seal from the stream, whole batches or after 20 seconds, and are given up only with the stream', () => {
    const sources = service.findResources('AWS::Lambda::EventSourceMapping', {
      Properties: { FilterCriteria: { Filters: [{ Pattern: Match.stringLikeRegexp('AUDIT#') }] } },
    });
    const [source, ...others] = Object.values(sources);
    expect(others).toEqual([]);
    expect(source?.Properties).toMatchObject({
      BatchSize: 100,
      MaximumBatchingWindowInSeconds: 20,
      StartingPosition: 'TRIM_HORIZON',
      FunctionResponseTypes: ['ReportBatchItemFailures'],
    });
    for (const name of ['MaximumRetryAttempts', 'MaximumRecordAgeInSeconds']) expect(source?.Properties).not.toHaveProperty(name);
  });

  it('that wait five minutes for it are an alarm', () => {
    service.hasResourceProperties('AWS::CloudWatch::Alarm', {
      MetricName: 'IteratorAge',
      Threshold: 300_000,
      AlarmDescription: Match.stringLikeRegexp('seals-behind'),
    });
  });

  it('that somebody tries to change are an alarm at the first try, whichever function it was', () => {
    service.hasResourceProperties('AWS::CloudWatch::Alarm', {
      ...{ Namespace: 'cps', MetricName: 'AuditWritesRefused', Dimensions: [{ Name: 'Stage', Value: 'production' }] },
      ...{ Statistic: 'Sum', Threshold: 1, EvaluationPeriods: 1, ComparisonOperator: 'GreaterThanOrEqualToThreshold' },
      AlarmDescription: Match.stringLikeRegexp('audit-write-refused'),
    });
  });
});
