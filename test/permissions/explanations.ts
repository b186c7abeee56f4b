import type { Explanation } from './never-used.ts';

/**
 * Every permission that no end-to-end test uses, with its reason. First what the emulator does itself and AWS does under the
 * role, then what is used only after failures, then what depends on timing.
 */
export const EXPLANATIONS: readonly Explanation[] = [
  {
    role: '*',
    actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
    reason: 'Lambda writes the log under the role of its function; the emulator writes it by itself.',
  },
  {
    role: 'LifecycleMachine*',
    actions: [
      'logs:CreateLogDelivery',
      'logs:DeleteLogDelivery',
      'logs:DescribeLogGroups',
      'logs:DescribeResourcePolicies',
      'logs:GetLogDelivery',
      'logs:ListLogDeliveries',
      'logs:PutResourcePolicy',
      'logs:UpdateLogDelivery',
      'xray:GetSamplingRules',
      'xray:GetSamplingTargets',
      'xray:PutTelemetryRecords',
      'xray:PutTraceSegments',
    ],
    reason:
      'Step Functions writes logs and traces under the role of its machine; the emulator does neither. The list is AWS\u2019s own.',
  },
  {
    role: 'LifecycleMachine/ExpressRole',
    actions: ['states:StartExecution'],
    isSeldom: true,
    reason: 'An Express execution hands over what is held up; the emulator starts the Standard one by itself.',
  },
  {
    role: 'BaseTargetZone/PublishZone',
    actions: ['route53:ListResourceRecordSets'],
    reason:
      'The zone is read at a name where Route 53 refuses a record, as somebody else wrote another there; the emulator refuses none.',
  },
  {
    role: '*',
    actions: ['dynamodb:DescribeStream', 'dynamodb:GetShardIterator', 'dynamodb:ListStreams'],
    reason: 'Lambda finds its place in a stream under the role of its function; the emulator has the records at hand.',
  },
  {
    role: '*',
    actions: ['sqs:GetQueueAttributes'],
    reason: 'Lambda asks it of a queue that it takes messages from, under the role of its function; the emulator does not.',
  },
  {
    role: 'OutboxRelay/RelayOutbox',
    actions: ['s3:ListBucket', 's3:PutObject'],
    reason: 'Lambda stores what the relay gave up on after ten tries; the emulator knows no destination in S3.',
  },
  {
    role: '*',
    actions: ['sqs:SendMessage'],
    resource: 'Waker/Undelivered',
    reason:
      'The scheduler keeps a wake-up that it could not deliver, and Lambda one that failed three times; the emulator drops both.',
  },
  {
    role: 'FailureRestart/RestartFailed',
    actions: ['sqs:SendMessage'],
    reason: 'Lambda keeps an event for which the restart failed three times; the emulator drops it.',
  },
  {
    role: 'SealingKey/BreakGlass',
    actions: ['kms:Decrypt'],
    reason: 'For people, and never for a program (docs/operate/runbook.md, private-keys-at-risk).',
  },
  {
    role: 'AuditSeals/SignDays',
    actions: ['dynamodb:Query'],
    resource: 'Table',
    isSeldom: true,
    reason: 'It reads the heads of the audit when a day is over: an end-to-end test sees it sign the day before, which has none.',
  },
  {
    role: 'UseReconciliation/ReconcileUse',
    actions: ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:Query'],
    isSeldom: true,
    reason:
      'An organization is counted again in the night after it was made: no end-to-end test lasts so long (test/lambdas/jobs/reconciliation/).',
  },
  {
    role: 'OverdueSweep/SweepOverdue',
    actions: ['dynamodb:Query'],
    resource: 'Table',
    isSeldom: true,
    reason:
      'It reads which keys a machine got only while they are replaced, and the outbox only for `npm run admin -- redrive` and a start of the local cloud.',
  },
  {
    role: 'OrderDispatch/DispatchOrders',
    actions: ['dynamodb:Query'],
    resource: 'Table/index/*',
    isSeldom: true,
    reason: 'It asks whether the zone is behind only where a name that is validated by DNS stands in the queue.',
  },
  {
    role: 'LifecycleSteps/answer-challenge',
    actions: ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem', 'kms:Decrypt', 'kms:GenerateDataKey'],
    isSeldom: true,
    reason: 'The order step does this in passing: the step runs when it could not (decision 2).',
  },
  {
    role: 'LifecycleSteps/finalize-order',
    actions: [
      'dynamodb:DeleteItem',
      'dynamodb:GetItem',
      'dynamodb:PutItem',
      'dynamodb:UpdateItem',
      'kms:Decrypt',
      'kms:GenerateDataKey',
    ],
    isSeldom: true,
    reason: 'The poll of the order does this in passing: the step runs when it could not (decision 2).',
  },
  {
    role: 'LifecycleMachine*',
    actions: ['lambda:InvokeFunction'],
    isSeldom: true,
    reason: 'Which steps an execution goes through depends on what it finds: some end before a moment that calls for the step.',
  },
  {
    role: 'LifecycleSteps/*',
    actions: ['kms:GenerateDataKey'],
    isSeldom: true,
    reason: 'Whichever step speaks to the CA first makes the account there, and seals its key; mostly it is the order.',
  },
  {
    role: 'AgentsEndpoint/ServeAgents',
    actions: ['dynamodb:GetItem'],
    reason: 'Whoever changes the table may read an item of it; agents are answered by batches.',
  },
  {
    role: 'LifecycleSteps/*',
    actions: ['dynamodb:DeleteItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem', 'kms:Decrypt'],
    isSeldom: true,
    reason:
      'A step writes its row as a whole or a few fields of it, and takes away what the attempt has left: which, depends on what it finds.',
  },
  {
    role: 'DomainsApi/ServeDomains',
    actions: ['kms:Decrypt', 'kms:GenerateDataKey'],
    isSeldom: true,
    reason:
      'A repeated POST under /domains/{id} gets the answer that was kept, as any POST; the tests repeat those that make something.',
  },
  {
    role: 'DomainsApi/ServeDomains',
    actions: ['dynamodb:Query'],
    resource: 'Table/index/*',
    isSeldom: true,
    reason: 'A list is read from the index of its filters, and the fuzzer chooses them by chance; each index has its unit test.',
  },
  {
    role: 'ServersApi/ServeServers',
    actions: ['kms:Decrypt', 'kms:GenerateDataKey', 'dynamodb:DeleteItem'],
    isSeldom: true,
    reason: 'Which calls the fuzzer repeats under one Idempotency-Key, and which servers it deletes, is chance.',
  },
  {
    role: 'WebhooksApi/ServeWebhooks',
    actions: ['kms:Decrypt', 'kms:GenerateDataKey', 'sqs:SendMessage'],
    isSeldom: true,
    reason:
      'Which calls the fuzzer repeats under one Idempotency-Key is chance, and so is the lane in which a webhook is tested.',
  },
  {
    role: 'AppApi/ServeApp',
    actions: ['sqs:SendMessage'],
    isSeldom: true,
    reason: 'The lane in which a webhook is tested is chance.',
  },
  {
    role: 'OrganizationApi/ServeOrganization',
    actions: ['dynamodb:GetItem'],
    isSeldom: true,
    reason: 'A call beyond its key\u2019s minute reads what is left of the hour: which function answers it is chance.',
  },
  {
    role: 'Waker',
    actions: ['lambda:InvokeFunction'],
    resource: 'BaseTargetZone/PublishZone/Live',
    isSeldom: true,
    reason: 'The publisher of the zone is woken every few minutes: on a fast machine the tests are over before.',
  },
  {
    role: 'DnsWatch/WatchDns',
    actions: ['kms:Sign'],
    resource: 'DomainConnectKey',
    isSeldom: true,
    reason: 'The link of a DNS provider is mostly signed at the first check, in the execution.',
  },
  {
    role: 'DnsWatch/WatchDns',
    actions: ['dynamodb:PutItem', 'dynamodb:UpdateItem'],
    isSeldom: true,
    reason: 'A check writes its row as a whole or a few fields of it: which, depends on what it finds.',
  },
  {
    role: 'CertificateScan/ScanShard',
    actions: ['dynamodb:DeleteItem', 'dynamodb:UpdateItem'],
    isSeldom: true,
    reason: 'A visit writes fields of a row when what is served has changed, and forgets a domain that has gone: both take days.',
  },
  {
    role: 'FailureRestart/RestartFailed',
    actions: ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'],
    isSeldom: true,
    reason: 'A domain whose execution broke may be taken up by the sweep first, and then nothing is left to be written.',
  },
  {
    role: 'OverdueSweep/SweepOverdue',
    actions: ['dynamodb:PutItem', 'dynamodb:UpdateItem'],
    isSeldom: true,
    reason: 'What is overdue when the sweep wakes is a matter of moments.',
  },
  {
    role: 'WebhookDelivery/Deliver',
    actions: ['dynamodb:DeleteItem'],
    isSeldom: true,
    reason: 'What is remembered of a receiver is forgotten when one that had timed out answers again.',
  },
  {
    role: 'WebhookDelivery/MoveDueDeliveries',
    actions: ['dynamodb:PutItem', 'dynamodb:UpdateItem', 'sqs:SendMessage'],
    isSeldom: true,
    reason: 'What the mover finds due, in which lane, and whether it gives a delivery up, is a matter of moments.',
  },
];
