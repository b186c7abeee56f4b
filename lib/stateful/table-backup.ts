import { Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { BackupPlan, BackupPlanRule, BackupResource, BackupVault } from 'aws-cdk-lib/aws-backup';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { Schedule } from 'aws-cdk-lib/aws-events';
import { AccountPrincipal, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import type { Stage } from '../stage/stage.schema.ts';

/** Retention of the copy: as long as point-in-time recovery goes back. */
const KEPT_DAYS = 35;
/** Retention of the local backup, which exists only to be copied. */
const KEPT_HERE_DAYS = 7;

export interface TableBackupProps {
  table: ITable;
  backup: NonNullable<Stage['backup']>;
}

/**
 * Nightly backup of the table, copied to a vault in another account or region. Somebody who can delete everything here cannot
 * delete the copy. For anything else, point-in-time recovery is better: it restores any second of 35 days.
 */
export class TableBackup extends Construct {
  constructor(scope: Construct, id: string, { table, backup }: TableBackupProps) {
    super(scope, id);
    const keptDays = Duration.days(backup.keptDays ?? KEPT_DAYS);
    const vault = new BackupVault(this, 'Vault', {
      encryptionKey: this.#keyFor(backup.vaultArn),
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    const plan = new BackupPlan(this, 'Plan', { backupVault: vault });
    plan.addRule(
      new BackupPlanRule({
        ruleName: 'EveryNight',
        scheduleExpression: Schedule.cron({ hour: '2', minute: '0' }),
        deleteAfter: Duration.days(KEPT_HERE_DAYS),
        copyActions: [
          {
            destinationBackupVault: BackupVault.fromBackupVaultArn(this, 'Elsewhere', backup.vaultArn),
            deleteAfter: keptDays,
          },
        ],
      }),
    );
    plan.addSelection('Table', { resources: [BackupResource.fromDynamoDbTable(table)] });
    Validations.of(this).acknowledge({
      id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSBackupServiceRolePolicyForBackup]',
      reason: 'Only AWS Backup assumes the role, and AWS keeps its policy in step with what a backup and its copy need.',
    });
  }

  /**
   * A backup is encrypted with its vault's key. The other account uses that key for the copy, and an AWS managed key cannot be
   * shared. https://docs.aws.amazon.com/aws-backup/latest/devguide/encryption.html#copy-encryption
   */
  #keyFor(vaultArn: string): Key {
    const key = new Key(this, 'Key', {
      description: 'Encrypts backups of the table',
      enableKeyRotation: true,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    const account = vaultArn.split(':')[4] ?? '';
    if (account === Stack.of(this).account) return key;
    const principals = [new AccountPrincipal(account)];
    const actions = ['kms:DescribeKey', 'kms:Encrypt', 'kms:Decrypt', 'kms:ReEncrypt*', 'kms:GenerateDataKey*'];
    key.addToResourcePolicy(new PolicyStatement({ principals, actions, resources: ['*'] }));
    key.addToResourcePolicy(
      new PolicyStatement({
        principals,
        actions: ['kms:CreateGrant', 'kms:ListGrants', 'kms:RevokeGrant'],
        resources: ['*'],
        conditions: { Bool: { 'kms:GrantIsForAWSResource': 'true' } },
      }),
    );
    return key;
  }
}
