import { CfnOutput, type Stack, Token } from 'aws-cdk-lib';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { type ITopic, Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { OUTPUTS } from '../../contract/stack/stack-outputs.ts';
import { isEmulated } from '../stage/emulator.ts';
import type { Stage } from '../stage/stage.schema.ts';
import { alarmsOf, type Urgency } from './runbook-alarm.ts';

type Receivers = Pick<Stage, 'name' | 'account' | 'alarmEmail' | 'alarmTopicArn' | 'ticketTopicArn'>;

const IDS: Record<Urgency, string> = { page: 'Alarms', ticket: 'Tickets' };

/**
 * Sends a stack's alarms, and their ends, to two topics, for pages and for tickets, and to the stage's own topics. CloudWatch
 * only sends to topics in the alarm's region, so a stage's topic elsewhere gets nothing from this stack.
 */
export function sendAlarms(stack: Stack, stage: Receivers): void {
  if (isEmulated(stage)) return;
  const { alarmTopicArn: page, ticketTopicArn: ticket = page } = stage;
  const actionsOf: Record<Urgency, SnsAction[]> = {
    page: topicsOf(stack, 'page', page, stage),
    ticket: topicsOf(stack, 'ticket', ticket, stage),
  };
  for (const alarm of alarmsOf(stack)) {
    alarm.addAlarmAction(...actionsOf[alarm.urgency]);
    alarm.addOkAction(...actionsOf[alarm.urgency]);
  }
}

function topicsOf(stack: Stack, urgency: Urgency, arn: string | undefined, { alarmEmail }: Receivers): SnsAction[] {
  const topics: ITopic[] = [ownTopic(stack, urgency, alarmEmail)];
  if (arn !== undefined && reaches(stack, arn)) topics.push(Topic.fromTopicArn(stack, `Your${IDS[urgency]}`, arn));
  return topics.map((topic) => new SnsAction(topic));
}

/** True when the topic (`arn:aws:sns:<region>:…`) is in the stack's region. */
function reaches({ region }: Stack, arn: string): boolean {
  return Token.isUnresolved(region) || arn.split(':')[3] === region;
}

function ownTopic(stack: Stack, urgency: Urgency, address: string | undefined): Topic {
  const topic = new Topic(stack, IDS[urgency], { enforceSSL: true });
  // enforceSSL adds a policy that replaces the default one, so the account's alarms need the right to publish again.
  const conditions = { StringEquals: { 'aws:SourceAccount': stack.account } };
  topic.grantPublish(new ServicePrincipal('cloudwatch.amazonaws.com', { conditions }));
  if (address !== undefined) topic.addSubscription(new EmailSubscription(address));
  new CfnOutput(stack, urgency === 'page' ? OUTPUTS.pageTopicArn : OUTPUTS.ticketTopicArn, { value: topic.topicArn });
  return topic;
}
