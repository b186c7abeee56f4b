import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { readStage } from '../../../lib/stage/read-stage.ts';
import type { Stage } from '../../../lib/stage/stage.schema.ts';
import { buildApp, productionStage, resourcesOf, synthesize } from '../synthesized.ts';
import { copiesElsewhere, SEALING_KEY_ARN, VAULT_ARN } from './copies-stage.ts';

const stage: Stage = {
  ...productionStage,
  account: '555566667777',
  region: 'eu-central-1',
  ...copiesElsewhere,
};

describe('a backup of the table in another account', () => {
  const { stateful } = synthesize(stage);

  it('is made every night, and copied there for 35 days', () => {
    stateful.hasResourceProperties('AWS::Backup::BackupPlan', {
      BackupPlan: {
        BackupPlanRule: [
          {
            ScheduleExpression: 'cron(0 2 * * ? *)',
            Lifecycle: { DeleteAfterDays: 7 },
            CopyActions: [{ DestinationBackupVaultArn: VAULT_ARN, Lifecycle: { DeleteAfterDays: 35 } }],
          },
        ],
      },
    });
  });

  it('is kept there for as long as the stage says', () => {
    const { stateful: longer } = synthesize({ ...stage, backup: { vaultArn: VAULT_ARN, keptDays: 400 } });
    const copies = { BackupPlan: { BackupPlanRule: [{ CopyActions: [{ Lifecycle: { DeleteAfterDays: 400 } }] }] } };
    longer.hasResourceProperties('AWS::Backup::BackupPlan', copies);
  });

  it('is of the table, and of nothing else', () => {
    const [selection] = Object.values(resourcesOf(stateful, 'AWS::Backup::BackupSelection'));
    const { Resources, ListOfTags } = (selection?.Properties.BackupSelection ?? {}) as Record<string, unknown>;
    expect(JSON.stringify(Resources)).toContain(Object.keys(resourcesOf(stateful, 'AWS::DynamoDB::Table'))[0]);
    expect([(Resources as unknown[]).length, ListOfTags]).toEqual([1, undefined]);
  });

  it('is of the restored table where the stage names one', () => {
    const tableArn = 'arn:aws:dynamodb:eu-central-1:555566667777:table/restored';
    const restoredTable = { tableArn, streamArn: `${tableArn}/stream/2026-11-21T10:00:00.000` };
    const settings = { ...stage.settings, restoreEpoch: 1 };
    const { stateful: restored } = synthesize({ ...stage, settings, restoredTable });
    const [selection] = Object.values(resourcesOf(restored, 'AWS::Backup::BackupSelection'));
    expect(JSON.stringify(selection)).toContain('restored');
  });

  it('can be read by that account, for the copy, and outlives the stack', () => {
    const keys = Object.values(resourcesOf(stateful, 'AWS::KMS::Key'));
    const key = keys.find(({ Properties }) => Properties.Description === 'Encrypts backups of the table');
    const { Statement: statements } = Object(key?.Properties.KeyPolicy) as { Statement: Record<string, unknown>[] };
    const shared = statements.filter(({ Principal }) => JSON.stringify(Principal).includes('999988887777:root'));
    expect(shared.map(({ Action, Condition }) => [Action, Condition])).toEqual([
      [expect.arrayContaining(['kms:Decrypt', 'kms:DescribeKey']), undefined],
      [['kms:CreateGrant', 'kms:ListGrants', 'kms:RevokeGrant'], { Bool: { 'kms:GrantIsForAWSResource': 'true' } }],
    ]);
    stateful.hasResource('AWS::Backup::BackupVault', { DeletionPolicy: 'RetainExceptOnCreate' });
  });

  it('is not made where the stage names no vault', () => {
    expect(resourcesOf(synthesize(productionStage).stateful, 'AWS::Backup::BackupPlan')).toEqual({});
  });
});

describe('the sealing key in another region', () => {
  const { app, stateful } = buildApp(stage);
  const replica = app.node.tryFindChild('cps-production-key-replica') as typeof stateful;
  const template = Template.fromStack(replica);

  it('is a replica of the stage’s own', () => {
    expect(replica.region).toBe('eu-west-1');
    template.hasResource('AWS::KMS::ReplicaKey', {
      DeletionPolicy: 'RetainExceptOnCreate',
      Properties: { PrimaryKeyArn: SEALING_KEY_ARN },
    });
    Template.fromStack(stateful).hasResourceProperties('AWS::KMS::Key', {
      Description: 'Seals private keys before they are written to the table',
      MultiRegion: true,
    });
  });

  it('opens private keys of domains for nobody but the openers of the stage', () => {
    template.hasResourceProperties('AWS::KMS::ReplicaKey', {
      KeyPolicy: {
        Statement: Match.arrayWith([
          Match.objectLike({
            Effect: 'Deny',
            Action: ['kms:Decrypt', 'kms:ReEncryptFrom'],
            Condition: {
              Null: { 'kms:EncryptionContext:domain': 'false' },
              ArnNotLike: { 'aws:PrincipalArn': Match.arrayEquals([Match.anyValue()]) },
            },
          }),
        ]),
      },
    });
    expect(JSON.stringify(template.toJSON())).toContain('role/cps/production/opens-private-keys/*');
  });

  it('is a stack that no other stage has', () => {
    expect(buildApp(productionStage).app.node.tryFindChild('cps-production-key-replica')).toBeUndefined();
  });
});

describe('a stage file with a copy', () => {
  const directory = mkdtempSync(join(tmpdir(), 'copies-'));
  const read = (changes: Partial<Stage>) => {
    const file = join(directory, 'production.json');
    writeFileSync(file, JSON.stringify({ ...stage, ...changes }));
    return readStage(file);
  };

  it('is taken', () => {
    expect(read({})).toEqual(stage);
  });

  it.each<[string, Partial<Stage>, RegExp]>([
    [
      'in the place of the table itself',
      { backup: { vaultArn: VAULT_ARN.replace('eu-west-1:999988887777', 'eu-central-1:555566667777') } },
      /backup\.vaultArn: is in the account and region of the stage/,
    ],
    ['in no vault', { backup: { vaultArn: 'arn:aws:s3:::backups' } }, /backup\.vaultArn: must be the ARN of a vault/],
    [
      'of a key that has only one region',
      {
        keyReplica: {
          region: 'eu-west-1',
          primaryKeyArn: SEALING_KEY_ARN.replace(/mrk-.*/, '0f0f0f0f-0f0f-0f0f-0f0f-0f0f0f0f0f0f'),
        },
      },
      /keyReplica\.primaryKeyArn: must be the ARN of the sealing key .*multi-region/,
    ],
    [
      'of the key where the key is',
      { keyReplica: { region: 'eu-central-1', primaryKeyArn: SEALING_KEY_ARN } },
      /keyReplica\.region: is eu-central-1/,
    ],
    ['of a key in another region than the stage’s', { region: 'eu-north-1' }, /keyReplica\.primaryKeyArn: is in eu-central-1/],
    ['of a key of somebody else', { account: '555566668888' }, /keyReplica\.primaryKeyArn: is of account 555566667777/],
  ])('%s is refused', (_what, changes, message) => {
    expect(() => read(changes)).toThrow(message);
  });
});
