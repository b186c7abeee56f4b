/** Names of the stacks and of their outputs, for the stacks that write them and the command lines that read them. */
export const STACK_NAMES = { stateful: 'CpsStateful', service: 'CpsService' } as const;

export const OUTPUTS = {
  tableName: 'TableName',
  kmsKeyId: 'KmsKeyId',
  secretArn: 'SecretArn',
  deliveryQueueUrl: 'DeliveryQueueUrl',
  deadDeliveriesUrl: 'DeadDeliveriesUrl',
  apiEndpoint: 'ApiEndpoint',
  stateMachineArn: 'StateMachineArn',
  keyMode: 'KeyMode',
  baseTarget: 'BaseTarget',
} as const;
