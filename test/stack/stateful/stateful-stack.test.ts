import { readFileSync } from 'node:fs';
import { Match } from 'aws-cdk-lib/assertions';
import { CURRENTLY_RECOMMENDED_FLAGS } from 'aws-cdk-lib/cx-api';
import { describe, expect, it } from 'vitest';
import { buildApp, resourcesOf, synthesize } from '../synthesized.ts';

const { stateful } = synthesize();

/** It projects a single map: DynamoDB allows 100 projected attributes over all indexes together. */
const listIndex = (name: string, partitionKey: string, sortKey: string) => ({
  IndexName: name,
  KeySchema: [
    { AttributeName: partitionKey, KeyType: 'HASH' },
    { AttributeName: sortKey, KeyType: 'RANGE' },
  ],
  Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['listed'] },
});

describe('the table', () => {
  it('survives the deletion of its stack and of itself', () => {
    stateful.hasResource('AWS::DynamoDB::Table', {
      DeletionPolicy: 'RetainExceptOnCreate',
      UpdateReplacePolicy: 'Retain',
      Properties: {
        DeletionProtectionEnabled: true,
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true, RecoveryPeriodInDays: 35 },
      },
    });
  });

  it('is paid by request, streams what is inserted and deletes what expires', () => {
    stateful.hasResourceProperties('AWS::DynamoDB::Table', {
      BillingMode: 'PAY_PER_REQUEST',
      StreamSpecification: { StreamViewType: 'NEW_IMAGE' },
      TimeToLiveSpecification: { AttributeName: 'expiresAtSeconds', Enabled: true },
    });
  });

  it('has the keys and indexes that the code uses', () => {
    stateful.hasResourceProperties('AWS::DynamoDB::Table', {
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
      LocalSecondaryIndexes: Match.absent(),
      GlobalSecondaryIndexes: [
        {
          IndexName: 'byDue',
          KeySchema: [
            { AttributeName: 'duePk', KeyType: 'HASH' },
            { AttributeName: 'stepDueAt', KeyType: 'RANGE' },
          ],
          Projection: { ProjectionType: 'KEYS_ONLY' },
        },
        {
          IndexName: 'byScan',
          KeySchema: [
            { AttributeName: 'scanPk', KeyType: 'HASH' },
            { AttributeName: 'scanAt', KeyType: 'RANGE' },
          ],
          Projection: { ProjectionType: 'KEYS_ONLY' },
        },
        listIndex('byOrganization', 'listPk', 'listId'),
        listIndex('bySslStatus', 'sslPk', 'listId'),
        listIndex('byDnsStatus', 'dnsPk', 'listId'),
        listIndex('byActor', 'actorPk', 'waitsSince'),
        listIndex('byServer', 'serverPk', 'listId'),
        listIndex('byExpiry', 'listPk', 'certificateEndsAt'),
        listIndex('bySslExpiry', 'sslPk', 'certificateEndsAt'),
      ],
      AttributeDefinitions: Match.arrayWith([
        { AttributeName: 'stepDueAt', AttributeType: 'S' },
        { AttributeName: 'listId', AttributeType: 'N' },
      ]),
    });
  });

  it('is encrypted with a key of ours that works through DynamoDB only', () => {
    stateful.hasResourceProperties('AWS::DynamoDB::Table', { SSESpecification: { SSEEnabled: true, SSEType: 'KMS' } });
    stateful.hasResourceProperties('AWS::KMS::Key', {
      KeyPolicy: {
        Statement: Match.arrayWith([
          Match.objectLike({
            Principal: { AWS: '*' },
            Condition: { StringEquals: { 'kms:CallerAccount': { Ref: 'AWS::AccountId' }, 'kms:ViaService': Match.anyValue() } },
          }),
        ]),
      },
    });
  });
});

describe('the keys and the secret', () => {
  it('the sealing key is kept apart from the key of the table, and both are retained and rotated', () => {
    const all = Object.values(resourcesOf(stateful, 'AWS::KMS::Key'));
    const keys = all.filter(({ Properties }) => Properties.KeyUsage !== 'SIGN_VERIFY');
    expect(keys).toHaveLength(2);
    for (const key of keys)
      expect(key).toMatchObject({ DeletionPolicy: 'RetainExceptOnCreate', Properties: { EnableKeyRotation: true } });
  });

  it('the first version of the secret is made of 64 letters and digits, and retained', () => {
    stateful.hasResource('AWS::SecretsManager::Secret', {
      DeletionPolicy: 'RetainExceptOnCreate',
      Properties: {
        GenerateSecretString: {
          SecretStringTemplate: '{}',
          GenerateStringKey: '1',
          PasswordLength: 64,
          ExcludePunctuation: true,
        },
      },
    });
  });
});

it('the stateful stack stores what the relay gave up on encrypted, closed to the public, and beyond its stack', () => {
  stateful.hasResource('AWS::S3::Bucket', {
    DeletionPolicy: 'RetainExceptOnCreate',
    Properties: {
      BucketEncryption: Match.anyValue(),
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
    },
  });
});

it('the stateful stack cannot be deleted by one command', () => {
  expect(buildApp().stateful.terminationProtection).toBe(true);
});

it('the stateful stack tells the names that the administrator needs', () => {
  for (const output of ['TableName', 'KmsKeyId', 'SecretArn', 'DeliveryQueueUrl', 'DeadDeliveriesUrl'])
    expect(stateful.toJSON().Outputs).toHaveProperty(output);
});

it('the key that seals can be replicated to another region: a key cannot become one later', () => {
  const keys = Object.values(resourcesOf(stateful, 'AWS::KMS::Key')).map(({ Properties }) => Properties);
  const [sealing] = keys.filter(({ Description }) => String(Description).startsWith('Seals'));
  expect(sealing).toMatchObject({ MultiRegion: true });
});

it('the CDK is used as it recommends for new projects, each flag by name', () => {
  const { context } = JSON.parse(readFileSync('cdk.json', 'utf8'));
  // 'strong': an export in use cannot be removed, so that the service never loses a resource that it needs.
  const chosen = { '@aws-cdk/core:defaultCrossStackReferences': 'strong' };
  expect(context).toMatchObject({ ...CURRENTLY_RECOMMENDED_FLAGS, ...chosen });
});
