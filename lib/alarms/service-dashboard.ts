import { Duration, Stack } from 'aws-cdk-lib';
import {
  AlarmStatusWidget,
  Dashboard,
  GraphWidget,
  type GraphWidgetProps,
  type IMetric,
  type IWidget,
  Metric,
  TextWidget,
} from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import type { MetricName } from '../../contract/stack/metrics.ts';
import { isEmulated } from '../stage/emulator.ts';
import type { Stage } from '../stage/stage.schema.ts';
import { ALARM_PERIOD, alarmsOf, type RunbookAlarm, type RunbookSection, type Urgency } from './runbook-alarm.ts';
import { serviceMetric } from './service-metric.ts';

export interface ServiceDashboardProps {
  stage: Stage;
  /** Names of the two state machines, by type. */
  machines: { Standard: string; Express: string };
  /** API metrics: calls, 4xx answers, 5xx answers. */
  calls: IMetric[];
}

/** Width of a dashboard (CloudWatch guide, "Dashboard Body Structure and Syntax"). */
const WIDTH = 24;
const ALARMS_IN_A_LINE = 8;
const PERIOD = Duration.hours(1);

/**
 * One overview page: active alarms, and the state of lifecycle, renewals, deliveries and API. Its cost does not grow with the
 * number of domains.
 */
export class ServiceDashboard extends Construct {
  readonly #stage: Stage;
  readonly #alarms: RunbookAlarm[];

  constructor(scope: Construct, id: string, { stage, machines, calls }: ServiceDashboardProps) {
    super(scope, id);
    this.#stage = stage;
    this.#alarms = alarmsOf(Stack.of(this));
    new Dashboard(this, 'Dashboard', {
      dashboardName: `cps-${stage.name}`,
      defaultInterval: Duration.days(7),
      widgets: [
        ...(isEmulated(stage) ? [] : [this.#states('page', 'Pages'), this.#states('ticket', 'Tickets')]),
        headingWidget('Objectives, and the CAs'),
        graphs(
          { title: 'From the CNAME to HTTPS, s', left: this.#percentiles('SecondsToServed') },
          { title: 'Names served late, %', ...this.#watched('names-late') },
          { title: 'Challenges answered late, %', ...this.#watched('challenges-late') },
        ),
        graphs(
          { title: 'Requests to CAs without success', left: this.#sums('CaRequestsRefused', 'CaRequestsFailed') },
          { title: 'Names wait for an order', left: this.#most('CaQueueLength') },
          { title: 'The longest wait for an order, s', left: this.#most('CaQueueOldestSeconds') },
        ),
        headingWidget('Lifecycle'),
        graphs(
          { title: 'Standard executions', left: executionsOf(machines.Standard) },
          { title: 'Express executions', left: executionsOf(machines.Express) },
          { title: 'State transitions throttled', ...this.#watched('executions-throttled') },
        ),
        graphs(
          { title: 'Events wait for the relay, ms', ...this.#watched('relay-behind') },
          { title: 'DNS checks wait, s', ...this.#watched('dns-looks-behind') },
          { title: 'Work in AWS accounts waits, s', ...this.#watched('aws-servers-behind') },
          ...(stage.baseTargetZone ? [{ title: 'Addresses wait for the zone, s', ...this.#watched('zone-behind') }] : []),
        ),
        headingWidget('Renewals'),
        graphs(
          { title: 'Renewals', left: this.#sums('RenewalsDue', 'RenewalsStarted', 'RenewalsPostponed') },
          { title: 'Outcomes', left: this.#sums('RenewalsDone', 'RenewalsFailed', 'CertificatesExpired') },
          { title: 'Longest due, s', ...this.#watched('renewals-overdue') },
          { title: 'Visits are behind, s', ...this.#watched('visits-behind') },
        ),
        graphs(
          { title: 'Days left when renewed', left: this.#distribution('DaysLeftWhenRenewed') },
          { title: 'Days left of all certificates', left: this.#distribution('DaysToExpiry') },
          { title: 'The CA refuses our account', left: this.#sums('CaAccountRefused') },
        ),
        headingWidget('Deliveries to webhooks, the API, and the audit'),
        graphs(
          { title: 'Deliveries wait, s', ...this.#watched('deliveries-behind') },
          { title: 'Dead letters', ...this.#watched('deliveries-dead') },
          { title: 'From an event to its first attempt, s', left: this.#percentiles('DeliveryDelaySeconds') },
          { title: 'Attempts that failed', left: this.#sums('DeliveryAttemptsFailed') },
        ),
        graphs(
          { title: 'Calls of the API', left: calls },
          { title: 'Refused changes of the audit', ...this.#watched('audit-write-refused') },
        ),
      ],
    });
  }

  #states(urgency: Urgency, title: string): IWidget[] {
    const alarms = this.#alarms.filter((alarm) => alarm.urgency === urgency);
    const height = Math.ceil(alarms.length / ALARMS_IN_A_LINE) + 1;
    const where = 'docs/operate/runbook.md has a section for each';
    return [new AlarmStatusWidget({ title: `${title}: ${where}`, alarms, width: WIDTH, height })];
  }

  #of(section: RunbookSection): RunbookAlarm[] {
    return this.#alarms.filter((alarm) => alarm.section === section);
  }

  /** The metrics of the section's alarms, with lines at their thresholds. */
  #watched(section: RunbookSection): Pick<GraphWidgetProps, 'left' | 'leftAnnotations'> {
    const alarms = this.#of(section);
    return { left: alarms.map(({ metric }) => metric), leftAnnotations: alarms.slice(0, 1).map((alarm) => alarm.toAnnotation()) };
  }

  #sums(...names: MetricName[]): IMetric[] {
    return names.map((name) => serviceMetric(this.#stage, name, { statistic: 'Sum', period: PERIOD }));
  }

  #percentiles(name: MetricName): IMetric[] {
    return ['p50', 'p95'].map((statistic) =>
      serviceMetric(this.#stage, name, { statistic, period: PERIOD }).with({ label: statistic }),
    );
  }

  #most(name: MetricName): IMetric[] {
    return [serviceMetric(this.#stage, name, { statistic: 'Maximum', period: ALARM_PERIOD })];
  }

  #distribution(name: MetricName): IMetric[] {
    return ['min', 'p1', 'p10', 'p50', 'max'].map((statistic) =>
      serviceMetric(this.#stage, name, { statistic, period: PERIOD }).with({ label: statistic }),
    );
  }
}

function executionsOf(stateMachineArn: string): IMetric[] {
  const dimensionsMap = { StateMachineArn: stateMachineArn };
  return ['ExecutionsStarted', 'ExecutionsFailed', 'ExecutionsTimedOut'].map(
    (metricName) => new Metric({ namespace: 'AWS/States', metricName, dimensionsMap, statistic: 'Sum' }),
  );
}

function headingWidget(text: string): IWidget[] {
  return [new TextWidget({ markdown: `## ${text}`, width: WIDTH, height: 1 })];
}

function graphs(...row: GraphWidgetProps[]): IWidget[] {
  return row.map((props) => new GraphWidget({ ...props, width: Math.floor(WIDTH / row.length) }));
}
