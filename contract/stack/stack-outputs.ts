/**
 * Names of a stage's stacks, for the stacks themselves and the command lines that read their outputs. Whatever CloudFormation
 * names for us begins with them, so that two stages in one account and region do not meet.
 */
export function stackNames(stage: string) {
  const of = (part: string) => `cps-${stage}-${part}`;
  return { stateful: of('stateful'), service: of('service'), front: of('front'), keyReplica: of('key-replica') };
}

/** Of the one role that works in integrators' AWS accounts: a name in the account, for all regions. */
export function awsServersRoleName(stage: string): string {
  return `cps-${stage}-servers`;
}

/** The stage that a stack belongs to, if it is one of ours that hold what must survive. */
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
  /** Where the stage has a pool of people of its own. */
  userPoolId: 'UserPoolId',
  egressAddresses: 'EgressAddresses',
  frontTarget: 'FrontTarget',
  originTarget: 'OriginTarget',
  pageTopicArn: 'PageTopicArn',
  ticketTopicArn: 'TicketTopicArn',
} as const;
