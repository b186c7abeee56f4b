import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { OUTPUTS } from '../contract/stack/stack-outputs.ts';
import { AgentsEndpoint } from './agent-api/agents-endpoint.ts';
import { ChallengeEndpoint } from './agent-api/challenge-endpoint.ts';
import { EnrollmentEndpoint } from './agent-api/enrollment-endpoint.ts';
import { AccountAlarms } from './alarms/account-alarms.ts';
import { sendAlarms } from './alarms/alarm-topics.ts';
import { ObjectiveAlarms } from './alarms/objectives.ts';
import { ALARM_PERIOD, RunbookAlarm } from './alarms/runbook-alarm.ts';
import { SavedQueries } from './alarms/saved-queries.ts';
import { ServiceDashboard } from './alarms/service-dashboard.ts';
import { TableAlarms } from './alarms/table-alarms.ts';
import { DomainsApi } from './api/domains-api.ts';
import { EventsApi } from './api/events-api.ts';
import { OrganizationApi } from './api/organization-api.ts';
import { PublicApi } from './api/public-api.ts';
import { ReferenceSite } from './api/reference-site.ts';
import { ServersApi } from './api/servers-api.ts';
import { WebhooksApi } from './api/webhooks-api.ts';
import { AuditSeals } from './audit/audit-seals.ts';
import { AwsServers } from './aws-servers/aws-servers.ts';
import { FixedEgress } from './egress/fixed-egress.ts';
import { OutboxRelay } from './events/outbox-relay.ts';
import { WebhookDelivery } from './events/webhook-delivery.ts';
import { GradualUpdate } from './functions/gradual-update.ts';
import { grantQueueDnsChecks } from './functions/grants.ts';
import { ServiceFunction } from './functions/service-function.ts';
import { functionLogs } from './functions/service-log-group.ts';
import { awsServersRole } from './functions/service-role.ts';
import { Waker } from './functions/waker.ts';
import { CertificateScan } from './lifecycle/certificate-scan.ts';
import { DnsWatch } from './lifecycle/dns-watch.ts';
import { FailureRestart } from './lifecycle/failure-restart.ts';
import { LifecycleMachine } from './lifecycle/lifecycle-machine.ts';
import { LifecycleSteps } from './lifecycle/lifecycle-steps.ts';
import { OrderDispatch } from './lifecycle/order-dispatch.ts';
import { OverdueSweep } from './lifecycle/overdue-sweep.ts';
import { Rehearsal } from './lifecycle/rehearsal.ts';
import { UseReconciliation } from './lifecycle/use-reconciliation.ts';
import { AppApi } from './people-api/app-api.ts';
import { SignInEndpoint } from './people-api/sign-in-endpoint.ts';
import { Portal } from './portal/portal.ts';
import { KeyWatch } from './private-keys/key-watch.ts';
import type { CanaryMinutes } from './stage/canary.ts';
import type { Stage } from './stage/stage.schema.ts';
import type { StatefulStack } from './stateful/stateful-stack.ts';
import { BaseTargetZone } from './zone/base-target-zone.ts';

export interface ServiceStackProps extends StackProps {
  stage: Stage;
  stateful: StatefulStack;
  /** Minutes for which an update gets a tenth of the calls. Absent: no gradual update. */
  canary?: CanaryMinutes | undefined;
}

/** Everything that runs. It has no state: after a deletion and redeployment the sweep resumes the work in progress. */
export class ServiceStack extends Stack {
  readonly #zones: string[] | undefined;

  constructor(scope: Construct, id: string, { stage, stateful, canary, ...props }: ServiceStackProps) {
    super(scope, id, props);
    this.#zones = stage.fixedEgress?.availabilityZones;
    const common = { stage, stateful };
    const api = new PublicApi(this, 'PublicApi', { stage, frontSecret: stateful.frontSecret });
    new Rehearsal(this, 'Rehearsal', common);
    new DomainsApi(this, 'DomainsApi', { ...common, api });
    new OrganizationApi(this, 'OrganizationApi', { ...common, api });
    new ServersApi(this, 'ServersApi', { ...common, api });
    new WebhooksApi(this, 'WebhooksApi', { ...common, api });
    new EventsApi(this, 'EventsApi', { ...common, api });
    new Portal(this, 'Portal', { ...common, api });
    if (stage.signIn) {
      new SignInEndpoint(this, 'SignIn', { ...common, api });
      new AppApi(this, 'AppApi', { ...common, api });
    }
    new ReferenceSite(this, 'ReferenceSite', { stage, api });
    new ChallengeEndpoint(this, 'ChallengeEndpoint', { ...common, api });
    new AgentsEndpoint(this, 'AgentsEndpoint', { ...common, api });
    new EnrollmentEndpoint(this, 'EnrollmentEndpoint', { ...common, api });

    const steps = new LifecycleSteps(this, 'LifecycleSteps', common);
    grantQueueDnsChecks(steps.byName['check-dns'], new DnsWatch(this, 'DnsWatch', common).queue);
    const machine = new LifecycleMachine(this, 'LifecycleMachine', { stage, steps, canary });
    const waker = new Waker(this, 'Waker');
    const { baseTargetZone } = stage;
    const zone = baseTargetZone && new BaseTargetZone(this, 'BaseTargetZone', { ...common, ...baseTargetZone, waker });
    const { queue: aws } = new AwsServers(this, 'AwsServers', { ...common, waker });
    new OutboxRelay(this, 'OutboxRelay', { ...common, machine, zone, aws });
    new OverdueSweep(this, 'OverdueSweep', { ...common, waker });
    new UseReconciliation(this, 'UseReconciliation', { ...common, waker });
    new OrderDispatch(this, 'OrderDispatch', { ...common, waker });
    new CertificateScan(this, 'CertificateScan', { ...common, waker });
    new AuditSeals(this, 'AuditSeals', { ...common, waker });
    new FailureRestart(this, 'FailureRestart', { ...common, machine });
    new WebhookDelivery(this, 'WebhookDelivery', { ...common, waker });

    new RunbookAlarm(this, 'GlassBrokenAlarm', {
      section: 'private-keys-at-risk',
      metric: stateful.breakGlassWatch.uses.metricApproximateNumberOfMessagesVisible({
        period: ALARM_PERIOD,
        statistic: 'Maximum',
      }),
      threshold: 1,
    });
    const functions = this.node.findAll().filter((construct) => construct instanceof ServiceFunction);
    new KeyWatch(this, 'KeyWatch', {
      stage,
      sealingKey: stateful.sealingKey,
      reports: stateful.breakGlassWatch.uses,
      openers: functions.filter(({ opensPrivateKeys }) => opensPrivateKeys),
    });
    new AccountAlarms(this, 'AccountAlarms', stage);
    new TableAlarms(this, 'TableAlarms', stateful.table);
    new ObjectiveAlarms(this, 'ObjectiveAlarms', stage);
    new SavedQueries(this, 'SavedQueries', stage, { functions: functionLogs(this, stage), api: api.accessLogs });
    const machines = { Standard: machine.arn, Express: machine.expressArn };
    new ServiceDashboard(this, 'ServiceDashboard', { stage, machines, calls: api.calls() });

    if (stage.fixedEgress && stateful.fixedAddresses) {
      new FixedEgress(this, 'FixedEgress', { ...stage.fixedEgress, addresses: stateful.fixedAddresses, functions });
    }
    if (canary !== undefined) {
      // The machine's own alias watches for failed executions: an alarm on them names the machine, which names these aliases.
      new GradualUpdate(this, 'GradualUpdate', { functions: api.functions, minutes: canary, alarms: [api.serverErrors] });
    }
    sendAlarms(this, stage);
    new CfnOutput(this, OUTPUTS.apiEndpoint, { value: api.endpoint });
    new CfnOutput(this, OUTPUTS.stateMachineArn, { value: machine.arn });
    new CfnOutput(this, OUTPUTS.baseTarget, { value: stage.settings.baseTarget });
    new CfnOutput(this, OUTPUTS.caFunctionName, { value: steps.byName['create-order'].lambda.functionName });
    new CfnOutput(this, OUTPUTS.awsServersRoleArn, { value: awsServersRole(this, stage).arn });
    if (stage.restoredTable) new CfnOutput(this, OUTPUTS.restoredTable, { value: stage.restoredTable.tableArn });
    new CfnOutput(this, OUTPUTS.restoreEpoch, { value: String(stage.settings.restoreEpoch ?? 0) });
  }

  /** The stage's zones. CDK would look them up in the account, and synthesis must work without one. */
  override get availabilityZones(): string[] {
    return this.#zones ?? super.availabilityZones;
  }
}
