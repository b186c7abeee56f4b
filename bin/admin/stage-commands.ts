import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { type Command, Option } from 'commander';
import { base62 } from '../../lambdas/shared/ids/ids.gateway.ts';
import { rotateServiceSecret } from '../../lambdas/shared/secrets/service-secret.gateway.ts';
import { systemClock as clock } from '../../lambdas/shared/time/clock.gateway.ts';
import { DIRECTORIES, type NewStage, newStage } from '../../lib/stage/new-stage.ts';
import { checkStage, readStage, stageFile } from '../../lib/stage/read-stage.ts';
import { PROJECT_BIN } from '../../local/machine/environment.ts';
import type { Session } from './connect.ts';
import { CHANGE_BASE_TARGET, refuseUnsafeDeployment } from './deployment-guards.ts';

/** Questions for missing options. The text says when an answer may be empty. */
const QUESTIONS = [
  { option: 'baseTarget', asks: 'Base target, below which customers’ CNAMEs will point (cname.certificates.your-company.com)' },
  { option: 'contactEmail', asks: 'E-mail address for the CA, and for alarms' },
] as const;

type Answers = Partial<NewStage> & { force?: boolean; publicName?: string; hostedZone?: string; egressZones?: string[] };

export function addStageCommands(program: Command, session: Session): void {
  addRotateSecret(program, session);
  program
    .command('new-stage')
    .description('writes stages/<name>.json, with the values for production; asks for what the options do not say')
    .argument('<name>', 'of the deployment, as production')
    .option('--base-target <hostname>', 'customers’ CNAMEs point below it')
    .option('--contact-email <address>', 'where the CA writes to')
    .addOption(
      new Option('--ca <which>', 'of Let’s Encrypt; begin with staging').choices(Object.keys(DIRECTORIES)).default('staging'),
    )
    .option('--account <digits>', 'the AWS account; else that of your credentials when you deploy')
    .option('--alarm-email <address>', 'every alarm is sent to it; else the address for the CA')
    .option('--alarm-topic-arn <arn>', 'an SNS topic of yours for the alarms, in place of an address')
    .option(
      '--public-name <hostname>',
      'where integrators and agents reach the API, through CloudFront and a firewall; needs a region',
    )
    .option('--hosted-zone <id>', 'the Route 53 zone in which that name lies')
    .option(
      '--egress-zones <zones...>',
      'availability zones, for addresses that stay towards customers’ servers and receivers; needs a region',
    )
    .option('--force', 'write over a file that is there')
    .action(async (name: string, _options: unknown, command: Command) => {
      const { force = false, ...given } = command.optsWithGlobals<Answers>();
      const file = stageFile(name);
      if (existsSync(file) && !force) throw new Error(`${file} is there already; --force writes over it`);
      const stage = newStage(await completeStage({ ...given, name }));
      checkStage(file, stage);
      mkdirSync('stages', { recursive: true });
      writeFileSync(file, `${JSON.stringify(stage, null, 2)}\n`);
      console.log(
        `Wrote ${file}. Each field: docs/operate/stage.md. Next, step by step in docs/operate/deploy.md: npx cdk bootstrap, once per account and region;`,
      );
      console.log(`then npx cdk deploy --all. Where stages/ has other files, too, both take -c stage=${name}`);
    });

  program
    .command('deploy')
    .description('deploys a stage with the CDK; other options are passed to `cdk deploy`')
    .option(
      '-c, --context <name=value...>',
      'stage=<name>, needed where there are several; canary: a tenth of the calls first, for 5 minutes (canary=10, 15 or 30)',
    )
    .option('--profile <name>', 'of your AWS configuration; else that of AWS_PROFILE')
    .option('--change-base-target', 'deploy although every customer’s CNAME would then point to the wrong place')
    .allowUnknownOption()
    .allowExcessArguments()
    .action(async ({ context = [], changeBaseTarget = false, profile }, command: Command) => {
      // For the comparison and for CDK's app: CDK does not pass its own `--profile` on.
      if (profile !== undefined) process.env.AWS_PROFILE = profile;
      const named = context.find((pair: string) => pair.startsWith('stage='))?.slice('stage='.length);
      const file = stageFile(named, process.env.CPS_STAGE);
      await refuseUnsafeDeployment(readStage(file), { changeBaseTarget });
      // The app checks once more, as after `npx cdk deploy` (bin/app.ts).
      const given = changeBaseTarget ? [...context, CHANGE_BASE_TARGET] : context;
      const credentials = profile === undefined ? [] : ['--profile', profile];
      process.exitCode = await runCdk(['deploy', '--all', ...credentials, ...contextArguments(file, given), ...command.args]);
    });
}

/** The CDK command takes `name=value` only: `-c canary` becomes `canary=true`. */
export function contextArguments(file: string, context: string[]): string[] {
  const others = context.filter((pair) => !pair.startsWith('stage=')).map((pair) => (pair.includes('=') ? pair : `${pair}=true`));
  return [`stage=${file}`, ...others].flatMap((pair) => ['--context', pair]);
}

function addRotateSecret(program: Command, session: Session): void {
  program
    .command('rotate-secret')
    .description('adds a version to the service’s secret, which signs API keys, list cursors, challenge probes and claims')
    .addHelpText(
      'after',
      '\nThe new version signs two minutes later, when every process knows it. What older versions signed stays valid: nobody has to change a key.',
    )
    .action(async () => {
      const { serviceSecretArn } = await session.connect();
      const { version, signsFrom } = await rotateServiceSecret(
        new SecretsManagerClient({}),
        serviceSecretArn,
        base62(64),
        clock(),
      );
      session.print({ version, signs_from: signsFrom });
    });
}

async function completeStage({ name = '', ca = 'staging', ...given }: Answers): Promise<NewStage> {
  const missing = QUESTIONS.filter(({ option }) => given[option] === undefined);
  const answers = missing.length === 0 ? given : { ...given, ...(await ask(missing)) };
  const { baseTarget = '', contactEmail = '', account, region, alarmTopicArn, alarmEmail } = answers;
  return {
    name,
    ca,
    baseTarget,
    contactEmail,
    ...(account !== undefined && { account }),
    ...(region !== undefined && { region }),
    ...networkParts(answers),
    ...(alarmTopicArn !== undefined ? { alarmTopicArn } : { alarmEmail: alarmEmail ?? contactEmail }),
  };
}

function networkParts({ publicName, hostedZone, egressZones }: Answers): Pick<NewStage, 'publicDomain' | 'fixedEgress'> {
  if ((publicName === undefined) !== (hostedZone === undefined))
    throw new Error('--public-name and --hosted-zone need each other');
  return {
    ...(publicName !== undefined && hostedZone !== undefined && { publicDomain: { name: publicName, hostedZoneId: hostedZone } }),
    ...(egressZones && { fixedEgress: { availabilityZones: egressZones } }),
  };
}

async function ask(questions: readonly (typeof QUESTIONS)[number][]): Promise<Record<string, string>> {
  if (!process.stdin.isTTY) {
    const options = questions.map(({ option }) => `--${option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`);
    throw new Error(`needed, as nobody can be asked here: ${options.join(', ')}`);
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const answers: Record<string, string> = {};
    for (const { option, asks } of questions) answers[option] = (await terminal.question(`${asks}: `)).trim();
    return answers;
  } finally {
    terminal.close();
  }
}

function runCdk(args: string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    spawn(`${PROJECT_BIN}/cdk`, args, { stdio: 'inherit' })
      .on('error', reject)
      .on('exit', (code) => resolve(code ?? 1));
  });
}
