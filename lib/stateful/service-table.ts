import { Aws, RemovalPolicy } from 'aws-cdk-lib';
import {
  AttributeType,
  BillingMode,
  type GlobalSecondaryIndexProps,
  ProjectionType,
  StreamViewType,
  Table,
  TableEncryption,
} from 'aws-cdk-lib/aws-dynamodb';
import { AnyPrincipal, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import { LIST_INDEXES, LISTED_ATTRIBUTE, TABLE_SHAPE } from '../../contract/stack/table-shape.ts';
import type { Stage } from '../stage/stage.schema.ts';

/** DynamoDB's maximum: a mistake found after a month can still be undone. */
const RECOVERY_DAYS = 35;

type Warm = Pick<GlobalSecondaryIndexProps, 'warmThroughput'>;

/** The one table (its keys: docs/internals/data-model.md). No single command can delete it. */
export class ServiceTable extends Table {
  readonly #warm: Warm;

  constructor(scope: Construct, id: string, { warmThroughput }: Pick<Stage, 'warmThroughput'>) {
    const warm = warmThroughputOf(warmThroughput);
    super(scope, id, {
      ...warm,
      partitionKey: { name: TABLE_SHAPE.partitionKey, type: AttributeType.STRING },
      sortKey: { name: TABLE_SHAPE.sortKey, type: AttributeType.STRING },
      billingMode: BillingMode.PAY_PER_REQUEST,
      // The relay reads only inserts of the outbox, and an insert has no old image.
      stream: StreamViewType.NEW_IMAGE,
      timeToLiveAttribute: TABLE_SHAPE.ttl,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true, recoveryPeriodInDays: RECOVERY_DAYS },
      encryption: TableEncryption.CUSTOMER_MANAGED,
      encryptionKey: tableKey(scope, `${id}Key`),
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    this.#warm = warm;
    // The sweep reads each due row consistently anyway, and a keys-only index is the cheapest to write.
    this.addGlobalSecondaryIndex({
      indexName: TABLE_SHAPE.byDue.name,
      partitionKey: { name: TABLE_SHAPE.byDue.partitionKey, type: AttributeType.STRING },
      sortKey: { name: TABLE_SHAPE.byDue.sortKey, type: AttributeType.STRING },
      projectionType: ProjectionType.KEYS_ONLY,
    });
    // The same for the certificate scan.
    this.addGlobalSecondaryIndex({
      indexName: TABLE_SHAPE.byScan.name,
      partitionKey: { name: TABLE_SHAPE.byScan.partitionKey, type: AttributeType.STRING },
      sortKey: { name: TABLE_SHAPE.byScan.sortKey, type: AttributeType.STRING },
      projectionType: ProjectionType.KEYS_ONLY,
    });
    for (const { name, partitionKey, sortKey, sortType } of Object.values(LIST_INDEXES)) {
      this.addGlobalSecondaryIndex({
        indexName: name,
        partitionKey: { name: partitionKey, type: AttributeType.STRING },
        sortKey: { name: sortKey, type: sortType === 'N' ? AttributeType.NUMBER : AttributeType.STRING },
        projectionType: ProjectionType.INCLUDE,
        nonKeyAttributes: [LISTED_ATTRIBUTE],
      });
    }
  }

  override get tableStreamArn(): string {
    return super.tableStreamArn ?? ''; // it always has one
  }

  /** An index with less throughput than its table throttles the table's writes, so all get the same. */
  override addGlobalSecondaryIndex(props: GlobalSecondaryIndexProps): void {
    super.addGlobalSecondaryIndex({ ...this.#warm, ...props });
  }
}

function warmThroughputOf(warm: Stage['warmThroughput']): Warm {
  if (!warm) return {};
  return { warmThroughput: { readUnitsPerSecond: warm.readsPerSecond, writeUnitsPerSecond: warm.writesPerSecond } };
}

/**
 * Anybody who may use the table may use its key, but only through DynamoDB, as in the policy of AWS's own `aws/dynamodb` key. So
 * no role needs a KMS permission for the table; a role with one has it for sealing.
 */
function tableKey(scope: Construct, id: string): Key {
  const key = new Key(scope, id, {
    description: 'Encrypts the table',
    enableKeyRotation: true,
    removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
  });
  key.addToResourcePolicy(
    new PolicyStatement({
      principals: [new AnyPrincipal()],
      actions: ['kms:Encrypt', 'kms:Decrypt', 'kms:ReEncrypt*', 'kms:GenerateDataKey*', 'kms:CreateGrant', 'kms:DescribeKey'],
      resources: ['*'],
      conditions: {
        StringEquals: { 'kms:CallerAccount': Aws.ACCOUNT_ID, 'kms:ViaService': `dynamodb.${Aws.REGION}.amazonaws.com` },
      },
    }),
  );
  return key;
}
