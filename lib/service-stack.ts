import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { Topic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { OUTPUTS } from '../lambdas/shared/contract/stack-outputs.ts';
import { AgentsEndpoint } from './agents-endpoint.ts';
import { ChallengeEndpoint } from './challenge-endpoint.ts';
import { DomainsApi } from './domains-api.ts';
import { EventsApi } from './events-api.ts';
import { FailureRestart } from './failure-restart.ts';
import { LifecycleMachine } from './lifecycle-machine.ts';
import { LifecycleSteps } from './lifecycle-steps.ts';
import { OrganizationApi } from './organization-api.ts';
import { OutboxRelay } from './outbox-relay.ts';
import { OverdueSweep } from './overdue-sweep.ts';
import { PublicApi } from './public-api.ts';
import { ReferenceSite } from './reference-site.ts';
import { RunbookAlarm } from './runbook-alarm.ts';
import { ServersApi } from './servers-api.ts';
import type { Stage } from './stage.schema.ts';
import type { StatefulStack } from './stateful-stack.ts';
import { WebhookDelivery } from './webhook-delivery.ts';
import { WebhooksApi } from './webhooks-api.ts';

export interface ServiceStackProps extends StackProps {
  stage: Stage;
  stateful: StatefulStack;
}

/** What runs. It holds nothing: it may be deleted and deployed again, and the sweep takes up what was on its way. */
export class ServiceStack extends Stack {
  constructor(scope: Construct, id: string, { stage, stateful, ...props }: ServiceStackProps) {
    super(scope, id, props);
    const common = { stage, stateful };
    const api = new PublicApi(this, 'PublicApi', stage);
    new DomainsApi(this, 'DomainsApi', { ...common, api });
    new OrganizationApi(this, 'OrganizationApi', { ...common, api });
    new ServersApi(this, 'ServersApi', { ...common, api });
    new WebhooksApi(this, 'WebhooksApi', { ...common, api });
    new EventsApi(this, 'EventsApi', { ...common, api });
    new ReferenceSite(this, 'ReferenceSite', { stage, api });
    new ChallengeEndpoint(this, 'ChallengeEndpoint', { ...common, api });
    new AgentsEndpoint(this, 'AgentsEndpoint', { ...common, api });

    const steps = new LifecycleSteps(this, 'LifecycleSteps', common);
    const machine = new LifecycleMachine(this, 'LifecycleMachine', { stage, steps });
    new OutboxRelay(this, 'OutboxRelay', { ...common, machine });
    new OverdueSweep(this, 'OverdueSweep', common);
    new FailureRestart(this, 'FailureRestart', { ...common, machine });
    new WebhookDelivery(this, 'WebhookDelivery', common);

    if (stage.alarmTopicArn !== undefined) this.#sendAlarmsTo(stage.alarmTopicArn);
    new CfnOutput(this, OUTPUTS.apiEndpoint, { value: api.endpoint });
    new CfnOutput(this, OUTPUTS.stateMachineArn, { value: machine.arn });
    new CfnOutput(this, OUTPUTS.keyMode, { value: stage.settings.keyMode });
    new CfnOutput(this, OUTPUTS.baseTarget, { value: stage.settings.baseTarget });
  }

  #sendAlarmsTo(topicArn: string): void {
    const action = new SnsAction(Topic.fromTopicArn(this, 'AlarmTopic', topicArn));
    for (const construct of this.node.findAll()) {
      if (construct instanceof RunbookAlarm) construct.addAlarmAction(action);
    }
  }
}
