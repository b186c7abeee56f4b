import { Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import type { ServerType } from '../../contract/api/server-types.ts';
import { casOf } from '../../contract/stack/settings.schema.ts';
import { STEP_NAMES, type StepName } from '../../contract/stack/steps.ts';
import { RunbookAlarm } from '../alarms/runbook-alarm.ts';
import { serviceMetric } from '../alarms/service-metric.ts';
import {
  letChangeTable,
  letDeleteItems,
  letQueryIndex,
  letReadBatches,
  letReadSecret,
  letSealDomainKeys,
  letSignSetups,
  letUseCaAccounts,
} from '../functions/grants.ts';
import { ServiceFunction } from '../functions/service-function.ts';
import type { Stage } from '../stage/stage.schema.ts';
import type { StatefulStack } from '../stateful/stateful-stack.ts';

/**
 * A step looks outside once, for at most 24 s (eight names of a CNAME chain, or three requests to the CA of 8 s), and writes
 * once.
 */
export const STEP_TIMEOUT = Duration.seconds(30);

/** Longer than the longest pause between two probes of a CA: six times `caRetrySeconds` (ca-health.ts). */
const BETWEEN_PROBES = Duration.hours(1);

interface StepFacts {
  capability: 'dns' | 'issuance' | 'installation';
  description: string;
  /** Which keys it needs: the CA's account key, a new domain's key to be sealed, or none. */
  keys: 'ca-account' | 'new-domain-key' | 'none';
  /** Makes or checks what the service has signed: a probe of the challenge path, the proof of a hostname. */
  usesServiceSecret: boolean;
  /** Brings certificates to servers, or takes them away: it has the rights of each type's installer. */
  installs?: true;
  /** Deletes what the attempt no longer needs. */
  deletes?: true;
  /** Compares what all machines of a server show. */
  readsMachines?: true;
  /** Gives the entries of a domain's timeline their end. */
  endsTimeline?: true;
  /** Takes slots of the CA account, or a place in its queue. */
  takesSlots?: true;
  /** Looks at a customer's server or DNS. */
  looksAtCustomers?: true;
}

/** What each type's installer needs (lambdas/model/servers/installer.ts) beside reading and writing items of the table. */
const LET_INSTALL: Record<ServerType, (step: ServiceFunction, stateful: StatefulStack) => void> = {
  /** A change that is announced leaves its former place in the server's list. */
  agent: (step, { table }) => letDeleteItems(step, table),
  alb: () => {},
  cloudfront: () => {},
};

const neither = { keys: 'none', usesServiceSecret: false } as const;
const toTheCa = { capability: 'issuance', keys: 'ca-account', usesServiceSecret: false } as const;

const STEPS: Record<StepName, StepFacts> = {
  'check-dns': {
    capability: 'dns',
    description: 'Looks whether the CNAME passes the label',
    keys: 'none',
    usesServiceSecret: true,
    looksAtCustomers: true,
  },
  'prepare-issuance': {
    capability: 'issuance',
    description: 'Looks at CAA and the challenge path, makes the key and CSR, takes a slot; or has CloudFront get a certificate',
    installs: true,
    keys: 'new-domain-key',
    usesServiceSecret: true,
    takesSlots: true,
    // Whoever joins the queue has those before it granted, who then leave it.
    deletes: true,
    looksAtCustomers: true,
  },
  'create-order': {
    description: 'Orders a certificate from the CA, and tells it that the challenge is in place',
    takesSlots: true,
    ...toTheCa,
  },
  'answer-challenge': { description: 'Publishes the challenge and tells the CA', ...toTheCa },
  'poll-order': { description: 'Asks the CA how the order stands, and finalizes one that is ready', installs: true, ...toTheCa },
  'finalize-order': { description: 'Sends the CSR, and fetches a certificate that is ready at once', installs: true, ...toTheCa },
  'download-certificate': { description: 'Fetches the certificate', installs: true, ...toTheCa },
  'verify-installation': {
    capability: 'installation',
    description: 'Announces the certificate to its server, looks from outside what is served',
    looksAtCustomers: true,
    installs: true,
    deletes: true,
    readsMachines: true,
    ...neither,
  },
  'verify-move': {
    capability: 'installation',
    description: 'Announces the certificate to the next server, looks whether it and DNS have followed',
    looksAtCustomers: true,
    installs: true,
    deletes: true,
    readsMachines: true,
    ...neither,
  },
  'retire-certificate': {
    capability: 'installation',
    description: 'Takes the certificate away from servers that the domain has left',
    installs: true,
    ...neither,
  },
  'revoke-certificate': { description: 'Has the CA revoke a certificate that was replaced', deletes: true, ...toTheCa },
  'remove-domain': {
    capability: 'installation',
    description: 'Takes the certificate of a deleted domain away from its servers, then its row',
    installs: true,
    deletes: true,
    endsTimeline: true,
    ...neither,
  },
};

function directoriesOf({ settings }: Stage): string[] {
  return casOf(settings).map(({ directoryUrl }) => directoryUrl);
}

export interface LifecycleStepsProps {
  stage: Stage;
  stateful: StatefulStack;
}

/** One Lambda for each step of the lifecycle (contract/stack/steps.ts), each with what that step needs. */
export class LifecycleSteps extends Construct {
  readonly byName: Record<StepName, ServiceFunction>;

  constructor(scope: Construct, id: string, props: LifecycleStepsProps) {
    super(scope, id);
    const functions = STEP_NAMES.map((name) => [name, this.#step(name, props)] as const);
    this.byName = Object.fromEntries(functions) as Record<StepName, ServiceFunction>;
    new RunbookAlarm(this, 'CaAccountRefusedAlarm', {
      section: 'ca-account-refused',
      metric: serviceMetric(props.stage, 'CaAccountRefused', { period: BETWEEN_PROBES, statistic: 'Sum' }),
      threshold: 1,
    });
  }

  #step(name: StepName, { stage, stateful }: LifecycleStepsProps): ServiceFunction {
    const { capability, description, keys, usesServiceSecret, takesSlots = false, ...facts } = STEPS[name];
    const { looksAtCustomers = false, installs = false, deletes = false, readsMachines = false, endsTimeline = false } = facts;
    const step = new ServiceFunction(this, name, {
      stage,
      entry: `lambdas/steps/${capability}/${name}.lambda.ts`,
      description,
      timeout: STEP_TIMEOUT,
      reservedConcurrency: stage.stepConcurrency,
      reachesCustomers: looksAtCustomers,
    });
    letChangeTable(step, stateful.table, { deletes, queries: takesSlots || readsMachines || endsTimeline });
    if (installs) for (const letInstall of Object.values(LET_INSTALL)) letInstall(step, stateful);
    if (takesSlots) letReadBatches(step, stateful.table);
    // Whether the zone's writer is behind.
    if (takesSlots) letQueryIndex(step, stateful.table, 'byDue');
    if (keys === 'ca-account') letUseCaAccounts(step, stateful.sealingKey, directoriesOf(stage));
    if (keys === 'new-domain-key') letSealDomainKeys(step, stateful.sealingKey);
    if (name === 'check-dns') letSignSetups(step, stateful.domainConnectKey);
    if (usesServiceSecret) letReadSecret(step, stateful.secret);
    return step;
  }
}
