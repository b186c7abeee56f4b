import type { App, Environment } from 'aws-cdk-lib';
import { stackNames } from '../contract/stack/stack-outputs.ts';
import { FrontStack } from './cloudfront/front-stack.ts';
import { refuseLongEnvironments } from './functions/environment-size.ts';
import { ServiceStack } from './service-stack.ts';
import { readCanary } from './stage/canary.ts';
import { EMULATOR_ACCOUNT } from './stage/emulator.ts';
import { FRONT_REGION } from './stage/public-domain.ts';
import { StageRefused } from './stage/read-stage.ts';
import type { Stage } from './stage/stage.schema.ts';
import { KeyReplicaStack } from './stateful/key-replica-stack.ts';
import { StatefulStack } from './stateful/stateful-stack.ts';

interface Stacks {
  stateful: StatefulStack;
  service: ServiceStack;
  /** Present when the stage has a public domain. */
  front?: FrontStack;
}

/** Adds all stacks of a stage: stateful ones, which must survive, and those that this repository can create again. */
export function addStacks(app: App, stage: Stage): Stacks {
  refuseLoopback(stage);
  const env: Environment = {
    ...(stage.account !== undefined && { account: stage.account }),
    ...(stage.region !== undefined && { region: stage.region }),
  };
  const canary = readCanary(app.node.tryGetContext('canary'), stage);
  const names = stackNames(stage.name);
  const stateful = new StatefulStack(app, names.stateful, { env, stage });
  const service = new ServiceStack(app, names.service, { env, stage, stateful, canary });
  refuseLongEnvironments(service, stage);
  const { publicDomain, keyReplica } = stage;
  if (keyReplica) {
    const { region, primaryKeyArn } = keyReplica;
    new KeyReplicaStack(app, names.keyReplica, { env: { ...env, region }, stage, primaryKeyArn });
  }
  if (!publicDomain) return { stateful, service };
  const front = new FrontStack(app, names.front, {
    env: { ...env, region: FRONT_REGION },
    stage,
    publicDomain,
  });
  // Without the service stack, CloudFront has no origin and the front secret no value.
  front.addStackDependency(service);
  return { stateful, service, front };
}

/**
 * A Lambda allowed to connect to loopback and private addresses is open to server-side request forgery: a customer's DNS record
 * can lead it to internal services. Both name and account must identify a developer's machine, because an absent account would be
 * filled in from the caller's credentials.
 */
function refuseLoopback({ name, account, settings }: Stage): void {
  if (name === 'local' && account === EMULATOR_ACCOUNT) return;
  if (settings.nameServerEndpoints !== undefined)
    throw new StageRefused(
      `settings.nameServerEndpoints is set in stage "${name}": looks at DNS would ask no name server on the internet, so only stage "local" in the emulator's account ${EMULATOR_ACCOUNT} may have it.`,
    );
  if (!settings.allowLoopback) return;
  throw new StageRefused(
    `settings.allowLoopback is true in stage "${name}" (account ${account ?? 'from the credentials'}): it lets a stranger's DNS record ` +
      `direct our outside looks at internal addresses, so only stage "local" in the emulator's account ${EMULATOR_ACCOUNT} may have it.`,
  );
}
