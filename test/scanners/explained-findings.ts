/** A scanner's finding that is accepted, with the reason. An explanation without a finding fails. */
export interface Explanation {
  rule: string;
  /** Matches the resource type and logical id of the finding: `AWS::SQS::Queue DnsWatchDead59932D16`. */
  of: RegExp;
  reason: string;
}

const everyFunction = /^AWS::Lambda::Function /;

export const EXPLAINED: Explanation[] = [
  {
    rule: 'W3005',
    of: /^AWS::(Lambda::Function|StepFunctions::StateMachine) /,
    reason:
      'The CDK says twice that a function or machine comes after its role: by the reference and by DependsOn. To no effect.',
  },
  {
    rule: 'W3010',
    of: /^AWS::EC2::Subnet FixedEgressNetwork/,
    reason: 'The stage names the zones of its fixed addresses: which there are is not known without asking the account.',
  },
  {
    rule: 'CKV_AWS_18',
    of: /^AWS::S3::Bucket RelayFailures/,
    reason:
      'One writer (Lambda, for the relay) and rare operators: access logs would need a second bucket to say less than CloudTrail.',
  },
  {
    rule: 'CKV_AWS_21',
    of: /^AWS::S3::Bucket RelayFailures/,
    reason:
      'Lambda writes each object once, under a name of its own, and nobody changes any: there is no former version to keep.',
  },
  {
    rule: 'CKV_AWS_18',
    of: /^AWS::S3::Bucket AuditSignaturesDays/,
    reason:
      'One object a day, by one writer, each locked, and no secret in it: access logs would need a second bucket to say less.',
  },
  {
    rule: 'CKV_AWS_18',
    of: /^AWS::S3::Bucket DashboardFiles/,
    reason: 'One reader (CloudFront) and one writer (deployments): what is in it is the same for everybody, and public.',
  },
  {
    rule: 'CKV_AWS_21',
    of: /^AWS::S3::Bucket DashboardFiles/,
    reason: 'Made from this repository. A deployment of an earlier revision puts the earlier page there, and its assets stay.',
  },
  {
    rule: 'CKV_AWS_27',
    of: /^AWS::SQS::Queue /,
    reason:
      'Every queue is encrypted with the key of SQS (SqsManagedSseEnabled, as test/stack/queues.test.ts holds); in CloudFormation the check knows KmsMasterKeyId only.',
  },
  {
    rule: 'CKV_AWS_33',
    of: /^AWS::KMS::Key TableKey/,
    reason:
      'The statement with the wildcard is for this account through DynamoDB only, by kms:CallerAccount and kms:ViaService, which the check does not read.',
  },
  {
    rule: 'CKV_AWS_86',
    of: /^AWS::CloudFront::Distribution /,
    reason: 'API Gateway and the functions log each request, without the queries and cookies that such a log would hold.',
  },
  {
    rule: 'CKV_AWS_111',
    of: /^AWS::IAM::Role /,
    reason:
      'The network interface of a function with a fixed address: Lambda makes it, nobody knows its id before, and the function’s own code is denied all of it.',
  },
  {
    rule: 'CKV_AWS_115',
    of: everyFunction,
    reason:
      'A new account has ten executions at once in all, of which nothing can be reserved. Queues and streams have a maximum of their own.',
  },
  {
    rule: 'CKV_AWS_116',
    of: everyFunction,
    reason:
      'What is invoked without waiting is a schedule, whose next run does the same work, or the rule on failed executions, behind which the sweep comes. What cannot be handed over has a queue at its rule, and errors have alarms.',
  },
  {
    rule: 'CKV_AWS_117',
    of: everyFunction,
    reason:
      'They listen nowhere and reach AWS by IAM: a network would cost a NAT gateway and protect nothing. With fixedEgress, what goes out runs in one.',
  },
  {
    rule: 'CKV_AWS_149',
    of: /^AWS::SecretsManager::Secret /,
    reason:
      'Encrypted with the key of Secrets Manager. One of ours would be a second lock for the same roles, at a dollar a month.',
  },
  {
    rule: 'CKV_AWS_26',
    of: /^AWS::SNS::Topic /,
    reason:
      'The alarms say which section of the runbook to read, and no secret. CloudWatch cannot publish under the key of SNS, and one of ours would cost a dollar a month.',
  },
  {
    rule: 'CKV_AWS_158',
    of: /^AWS::Logs::LogGroup /,
    reason: 'Encrypted with the key of CloudWatch Logs. What they hold are ids and hostnames, no keys and no secrets.',
  },
  {
    rule: 'CKV_AWS_173',
    of: everyFunction,
    reason:
      'Names and settings, encrypted with the key of Lambda. Secrets are read from Secrets Manager, and stand in no variable.',
  },
];
