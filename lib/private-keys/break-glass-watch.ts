import { ArnFormat, Duration, Stack, Validations } from 'aws-cdk-lib';
import { type CfnRule, Rule } from 'aws-cdk-lib/aws-events';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import { type IRole, PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';

/**
 * Keeps who breaks the glass until somebody has taken note: the alarm, which the service stack has as all alarms, lasts as long
 * as the message. CloudTrail tells EventBridge where the account has a trail of management events.
 */
export class BreakGlassWatch extends Construct {
  /** One message for each use. */
  readonly uses: Queue;

  constructor(scope: Construct, id: string, { roleArn }: IRole) {
    super(scope, id);
    this.uses = new Queue(this, 'Uses', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    });
    Validations.of(this.uses).acknowledge({
      id: 'AwsSolutions-SQS3',
      reason: 'Its messages are read by people, after an alarm: nothing fails at them that a dead-letter queue would keep.',
    });
    this.#takeFromKeyWatch();
    const rule = new Rule(this, 'Used', {
      description: 'Somebody assumed the role that opens private keys by hand, or opened one',
      eventPattern: {
        source: ['aws.sts', 'aws.kms'],
        detailType: ['AWS API Call via CloudTrail'],
        detail: {
          $or: [
            { eventName: ['AssumeRole'], requestParameters: { roleArn: [roleArn] } },
            { eventName: ['Decrypt'], userIdentity: { sessionContext: { sessionIssuer: { arn: [roleArn] } } } },
          ],
        },
      },
      targets: [new SqsQueue(this.uses)],
    });
    // Both are read-only to CloudTrail, and by itself a rule gets none of these.
    // https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-service-event-cloudtrail-management.html
    (rule.node.defaultChild as CfnRule).state = 'ENABLED_WITH_ALL_CLOUDTRAIL_MANAGEMENT_EVENTS';
  }

  /** Its rules are in the service stack, which comes later, and CloudFormation shortens what follows `cps-` in their names. */
  #takeFromKeyWatch(): void {
    const rules = Stack.of(this).formatArn({
      service: 'events',
      resource: 'rule',
      resourceName: 'cps-*',
      arnFormat: ArnFormat.SLASH_RESOURCE_NAME,
    });
    this.uses.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('events.amazonaws.com')],
        actions: ['sqs:SendMessage'],
        resources: [this.uses.queueArn],
        conditions: { ArnLike: { 'aws:SourceArn': rules } },
      }),
    );
  }
}
