import { ArnFormat, Stack } from 'aws-cdk-lib';
import { Rule } from 'aws-cdk-lib/aws-events';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import { type IRole, PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { ReportQueue } from '../alarms/report-queue.ts';
import { includeReadOnlyCalls } from './watched-calls.ts';

/**
 * Reports each use of the break-glass role, and stores KeyWatch's reports. The alarm is in the service stack and lasts until
 * somebody purges the queue. Reports need a trail of management events in the account.
 */
export class BreakGlassWatch extends Construct {
  readonly uses: ReportQueue;

  constructor(scope: Construct, id: string, { roleArn }: IRole) {
    super(scope, id);
    this.uses = new ReportQueue(this, 'Uses');
    this.#letKeyWatchSend();
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
    includeReadOnlyCalls(rule);
  }

  /**
   * KeyWatch's rules are in the service stack, which is created later. CloudFormation shortens what follows `cps-` in their
   * names.
   */
  #letKeyWatchSend(): void {
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
