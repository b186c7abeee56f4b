import { Duration } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { ConfigurationSet, SuppressionReasons } from 'aws-cdk-lib/aws-ses';
import { Construct } from 'constructs';
import { RunbookAlarm } from '../alarms/runbook-alarm.ts';
import { grantSendMail } from '../functions/grants.ts';
import type { ServiceFunction } from '../functions/service-function.ts';
import { isEmulated } from '../stage/emulator.ts';
import type { Stage } from '../stage/stage.schema.ts';

interface MailSendingProps {
  stage: Stage;
  sender: ServiceFunction;
  from: string;
}

/** AWS reviews an account at 0.05 and 0.001, and pauses it at 0.1 and 0.005 (SES guide, "Reputation metrics messages"). */
const TOO_MANY = { bounces: 0.03, complaints: 0.0006 };

/**
 * Lets a function send mail through SES and protects the account's reputation. SES suppresses addresses that bounced or
 * complained, whatever the account has set, and an alarm fires before AWS reviews the account.
 */
export class MailSending extends Construct {
  constructor(scope: Construct, id: string, { stage, sender, from }: MailSendingProps) {
    super(scope, id);
    const suppressionReasons = SuppressionReasons.BOUNCES_AND_COMPLAINTS;
    const set = isEmulated(stage) ? undefined : new ConfigurationSet(this, 'Mails', { suppressionReasons });
    grantSendMail(sender, from, set?.configurationSetName);
    new RunbookAlarm(this, 'BouncesAlarm', {
      section: 'mail-reputation',
      metric: reputation('BounceRate'),
      threshold: TOO_MANY.bounces,
    });
    new RunbookAlarm(this, 'ComplaintsAlarm', {
      section: 'mail-reputation',
      metric: reputation('ComplaintRate'),
      threshold: TOO_MANY.complaints,
    });
  }
}

/** A fraction for the account in this region. SES writes it less often than every five minutes. */
function reputation(name: 'BounceRate' | 'ComplaintRate'): Metric {
  return new Metric({
    namespace: 'AWS/SES',
    metricName: `Reputation.${name}`,
    statistic: 'Maximum',
    period: Duration.hours(1),
  });
}
