import { Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import type { ServerType } from '../../contract/api/server-types.ts';
import { orderedCas } from '../../contract/stack/settings.schema.ts';
import { STEP_NAMES, type StepName } from '../../contract/stack/steps.ts';
import { RunbookAlarm } from '../alarms/runbook-alarm.ts';
import { serviceMetric } from '../alarms/service-metric.ts';
import {
  grantBatchGet,
  grantDeleteItems,
  grantQueryIndex,
  grantReadServiceSecret,
  grantReadWriteTable,
  grantSealDomainKeys,
  grantSignSetupLinks,
  grantUseCaAccounts,
} from '../functions/grants.ts';
import { ServiceFunction } from '../functions/service-function.ts';
import type { Stage } from '../stage/stage.schema.ts';
import type { StatefulStack } from '../stateful/stateful-stack.ts';

/** A step makes one outside check of at most 24 s (eight names of a CNAME chain, or three CA requests of 8 s) and one write. */
export const STEP_TIMEOUT = Duration.seconds(30);

/** Longer than the longest pause between two probes of a CA: six times `caRetrySeconds` (ca-health.ts). */
const BETWEEN_PROBES = Duration.hours(1);

interface StepFacts {
  capability: 'dns' | 'issuance' | 'installation';
  description: string;
  /** Keys that the step uses: the CA account key, a new domain key to seal, or none. */
  keys: 'ca-account' | 'new-domain-key' | 'none';
  /** It creates or checks what the service secret signs: a probe of the challenge path, the proof of a hostname. */
  usesServiceSecret: boolean;
  /** It installs or removes certificates, with the rights of each type's installer. */
  installs?: true;
  /** It deletes items that the attempt no longer needs. */
  deletes?: true;
  /** It compares the certificates that all machines of a server serve. */
  readsMachines?: true;
  /** It closes entries of a domain's timeline. */
  endsTimeline?: true;
  /** It takes slots of the CA account, or a place in the account's queue. */
  takesSlots?: true;
  /** It connects to a customer's server or queries its DNS. */
  looksAtCustomers?: true;
}

/** What each type's installer needs (lambdas/model/servers/installer.ts) in addition to reading and writing items. */
const INSTALL_GRANTS: Record<ServerType, (step: ServiceFunction, stateful: StatefulStack) => void> = {
  /** A second announcement of a change removes its former entry from the server's list. */
  agent: (step, { table }) => grantDeleteItems(step, table),
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
    // Joining the queue also grants the orders before it, and deletes their entries.
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
  return orderedCas(settings).map(({ directoryUrl }) => directoryUrl);
}

export interface LifecycleStepsProps {
  stage: Stage;
  stateful: StatefulStack;
}

/** One Lambda per lifecycle step (contract/stack/steps.ts), each with only the rights of its step. */
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
    grantReadWriteTable(step, stateful.table, { deletes, queries: takesSlots || readsMachines || endsTimeline });
    if (installs) for (const letInstall of Object.values(INSTALL_GRANTS)) letInstall(step, stateful);
    if (takesSlots) grantBatchGet(step, stateful.table);
    // To see whether the zone's writer is behind.
    if (takesSlots) grantQueryIndex(step, stateful.table, 'byDue');
    if (keys === 'ca-account') grantUseCaAccounts(step, stateful.sealingKey, directoriesOf(stage));
    if (keys === 'new-domain-key') grantSealDomainKeys(step, stateful.sealingKey);
    if (name === 'check-dns') grantSignSetupLinks(step, stateful.domainConnectKey);
    if (usesServiceSecret) grantReadServiceSecret(step, stateful.secret);
    return step;
  }
}
