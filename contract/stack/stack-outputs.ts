/**
 * Stack names of a stage, for the stacks and for the commands that read their outputs. CloudFormation's generated names begin
 * with them, so two stages can share an account and region.
 */
export function stackNames(stage: string) {
  const of = (part: string) => `cps-${stage}-${part}`;
  return { stateful: of('stateful'), service: of('service'), front: of('front'), keyReplica: of('key-replica') };
}

/** The only role that works in integrators' AWS accounts. Role names are per account, across regions. */
export function awsServersRoleName(stage: string): string {
  return `cps-${stage}-servers`;
}

/** The stage of one of our stateful stacks; undefined for any other stack. */
export function stageOfStack(stackName: string): string | undefined {
  return /^cps-(.+)-stateful$/.exec(stackName)?.[1];
}

export const OUTPUTS = {
  tableName: 'TableName',
  kmsKeyId: 'KmsKeyId',
  breakGlassRoleArn: 'BreakGlassRoleArn',
  secretArn: 'SecretArn',
  deliveryQueueUrl: 'DeliveryQueueUrl',
  deadDeliveriesUrl: 'DeadDeliveriesUrl',
  apiEndpoint: 'ApiEndpoint',
  stateMachineArn: 'StateMachineArn',
  baseTarget: 'BaseTarget',
  restoreEpoch: 'RestoreEpoch',
  restoredTable: 'RestoredTable',
  caFunctionName: 'CaFunctionName',
  awsServersRoleArn: 'AwsServersRoleArn',
  frontSecretArn: 'FrontSecretArn',
  domainConnectKeyId: 'DomainConnectKeyId',
  auditKeyId: 'AuditKeyId',
  auditDaysBucket: 'AuditDaysBucket',
  /** Present when the stage has its own user pool. */
  userPoolId: 'UserPoolId',
  egressAddresses: 'EgressAddresses',
  frontTarget: 'FrontTarget',
  originTarget: 'OriginTarget',
  pageTopicArn: 'PageTopicArn',
  ticketTopicArn: 'TicketTopicArn',
} as const;
