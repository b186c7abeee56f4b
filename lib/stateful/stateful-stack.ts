import { CfnOutput, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import { type ITable, Table } from 'aws-cdk-lib/aws-dynamodb';
import { Key, KeySpec, KeyUsage } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import { OUTPUTS } from '../../contract/stack/stack-outputs.ts';
import { FrontSecret } from '../cloudfront/front-secret.ts';
import { FixedAddresses } from '../egress/fixed-addresses.ts';
import { BreakGlassWatch } from '../private-keys/break-glass-watch.ts';
import type { Stage } from '../stage/stage.schema.ts';
import { AuditSignatures } from './audit-signatures.ts';
import { DeliveryQueue } from './delivery-queue.ts';
import { RehearsalQueue } from './rehearsal-queue.ts';
import { RelayFailureStore } from './relay-failure-store.ts';
import { SealingKey } from './sealing-key.ts';
import { ServiceSecret } from './service-secret.ts';
import { ServiceTable } from './service-table.ts';
import { TableBackup } from './table-backup.ts';
import { PeoplePool } from './user-pool.ts';

/** Signs Domain Connect links. Its public half is in the deployer's DNS, so another key would need another record. */
class DomainConnectKey extends Key {
  constructor(scope: Construct, id: string) {
    super(scope, id, {
      description: 'Signs the links by which DNS providers set the records of customers',
      keySpec: KeySpec.RSA_2048,
      keyUsage: KeyUsage.SIGN_VERIFY,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
  }
}

export interface StatefulStackProps extends StackProps {
  stage: Stage;
}

/** What no deployment can create again. It is retained when the stack is deleted, or when a release leaves it out. */
export class StatefulStack extends Stack {
  readonly table: ITable;
  readonly sealingKey: SealingKey;
  readonly breakGlassWatch: BreakGlassWatch;
  readonly secret: ServiceSecret;
  /** Present when the stage has a public domain. */
  readonly frontSecret: FrontSecret | undefined;
  /** Present when the stage has a Domain Connect template. */
  readonly domainConnectKey: DomainConnectKey | undefined;
  /** Present when the stage has fixed egress. */
  readonly fixedAddresses: FixedAddresses | undefined;
  /** Present when the stage has its own user pool. */
  readonly people: PeoplePool | undefined;
  readonly auditSignatures: AuditSignatures;
  readonly relayFailures: RelayFailureStore;
  readonly deliveries: DeliveryQueue;
  readonly rehearsals: RehearsalQueue;

  constructor(scope: Construct, id: string, { stage, ...props }: StatefulStackProps) {
    super(scope, id, { ...props, terminationProtection: true });
    this.table = this.#tableInUse(stage);
    if (stage.backup) new TableBackup(this, 'Backup', { table: this.table, backup: stage.backup });
    this.sealingKey = new SealingKey(this, 'SealingKey', stage);
    this.breakGlassWatch = new BreakGlassWatch(this, 'BreakGlassWatch', this.sealingKey.breakGlass);
    this.secret = new ServiceSecret(this, 'Secret');
    this.frontSecret = stage.publicDomain && new FrontSecret(this, 'FrontSecret', stage);
    this.domainConnectKey = stage.settings.domainConnect && new DomainConnectKey(this, 'DomainConnectKey');
    this.fixedAddresses = stage.fixedEgress && new FixedAddresses(this, 'FixedAddresses', stage.fixedEgress.availabilityZones);
    const cognitoPrefix = stage.signIn?.cognitoPrefix;
    const site = stage.settings.siteUrl;
    this.people =
      cognitoPrefix !== undefined && site !== undefined ? new PeoplePool(this, 'People', { cognitoPrefix, site }) : undefined;
    this.auditSignatures = new AuditSignatures(this, 'AuditSignatures', stage);
    this.relayFailures = new RelayFailureStore(this, 'RelayFailures');
    this.deliveries = new DeliveryQueue(this, 'Deliveries', stage);
    this.rehearsals = new RehearsalQueue(this, 'Rehearsals');

    new CfnOutput(this, OUTPUTS.tableName, { value: this.table.tableName });
    new CfnOutput(this, OUTPUTS.breakGlassRoleArn, { value: this.sealingKey.breakGlass.roleArn });
    new CfnOutput(this, OUTPUTS.kmsKeyId, { value: this.sealingKey.keyId });
    new CfnOutput(this, OUTPUTS.secretArn, { value: this.secret.secretArn });
    if (this.frontSecret) {
      new CfnOutput(this, OUTPUTS.frontSecretArn, { value: this.frontSecret.secretArn });
      // Exported even while nobody imports it (`directAccess`): an export cannot be removed before its last import.
      this.exportValue(this.frontSecret.secretArn);
    }
    if (this.domainConnectKey) new CfnOutput(this, OUTPUTS.domainConnectKeyId, { value: this.domainConnectKey.keyId });
    if (this.people) new CfnOutput(this, OUTPUTS.userPoolId, { value: this.people.poolId });
    new CfnOutput(this, OUTPUTS.deliveryQueueUrl, { value: this.deliveries.waiting.queueUrl });
    new CfnOutput(this, OUTPUTS.deadDeliveriesUrl, { value: this.deliveries.dead.queueUrl });
  }

  /** The restored table that the stage names, else the stack's own, which the stack retains in either case. */
  #tableInUse({ restoredTable, ...stage }: Stage): ITable {
    const own = new ServiceTable(this, 'Table', stage);
    if (!restoredTable) return own;
    // The service stack is updated after this one and imports these until then. CloudFormation refuses to delete an export in
    // use.
    for (const value of [own.tableName, own.tableArn, own.tableStreamArn]) this.exportValue(value);
    const { tableArn, streamArn } = restoredTable;
    return Table.fromTableAttributes(this, 'RestoredTable', { tableArn, tableStreamArn: streamArn });
  }
}
