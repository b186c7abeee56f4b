import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { LambdaClient, PutFunctionConcurrencyCommand } from '@aws-sdk/client-lambda';
import { type ComponentName, type Components, planComponents } from './components.ts';
import { type Connection, cloudFileOf, dnsManagementUrl, writePrivately } from './connection.ts';
import { deploy, readApiId } from './deploy.ts';
import { dnsClient } from './dns-client.ts';
import { ensureFirstOrganization, publishCaa } from './first-organization.ts';
import { ensureAcmeTls } from './machine/acme-tls.ts';
import { builtDashboard, builtManual, dashboardFolder, manualFolder } from './machine/built-pages.ts';
import { awsClientSettings, awsEndpoint } from './machine/environment.ts';
import type { Ports } from './machine/ports.ts';
import type { StepGroup } from './machine/progress.ts';
import type { StateDir } from './machine/state-dir.ts';
import { installGoTools, installPythonTools, locateTools } from './machine/tools.ts';
import { ensureHostedZone } from './name-servers/zone-mirror.ts';
import { lastSavedAt } from './processes/ministack.ts';
import { processTable } from './processes/process-table.ts';
import { localIssuer } from './processes/sign-in.ts';
import { functionsNamed, resumeAfterRestart } from './resume-after-restart.ts';
import { BASE_TARGET, type LocalValues, localSettings, localStage, STEP_CONCURRENCY, withRestore, withZone } from './stage.ts';

/** A slow organization occupies two of these processes. The others refuse hundreds of its names in milliseconds. */
const CHECK_DNS_TIMES = 2;

/**
 * Limits the concurrency of each lifecycle step. The template has the same limit (`stepConcurrency` of the stage), which AWS
 * enforces and the emulator ignores.
 */
async function boundLambdas(awsPort: number, stepConcurrency: number): Promise<void> {
  const client = new LambdaClient(awsClientSettings(awsEndpoint(awsPort)));
  try {
    for (const FunctionName of await functionsNamed(client, 'LifecycleSteps')) {
      const ReservedConcurrentExecutions = FunctionName.includes('checkdns')
        ? CHECK_DNS_TIMES * stepConcurrency
        : stepConcurrency;
      await client.send(new PutFunctionConcurrencyCommand({ FunctionName, ReservedConcurrentExecutions }));
    }
  } finally {
    client.destroy();
  }
}

/** Options of a cloud. */
export interface CloudValues extends LocalValues {
  ports: Ports;
  /** Record AWS requests and their senders: `recorded-requests.jsonl`. */
  recordsRequests?: boolean;
  /** Build the dashboard and the manual, which takes some seconds. A test that opens one builds it itself. */
  hasDashboard?: boolean;
}

/** A start in progress: its options, and what its steps have made so far. */
export interface Start extends CloudValues {
  state: StateDir;
  signal: AbortSignal;
  onCrash: (message: string) => void;
  components?: Components;
  /** When MiniStack last wrote its state, in an earlier start. */
  savedAt?: Date | undefined;
  connection?: Connection;
}

export function startSteps(start: Start): StepGroup[] {
  const { state, ports, signal, recordsRequests: records = false } = start;
  const installation = { logs: state.logs, signal };
  const deployment = { state, awsPort: ports.aws, signal };
  const folders = new Map<'python' | 'go' | 'dashboard' | 'manual', string>();

  const run = async (name: ComponentName) => {
    signal.throwIfAborted();
    await requireStepResult(start.components).get(name).start();
  };
  return [
    {
      title: 'Install the programs',
      together: [
        { title: 'MiniStack and Caddy', run: async () => void folders.set('python', await installPythonTools(installation)) },
        { title: 'Pebble and the name servers', run: async () => void folders.set('go', await installGoTools(installation)) },
        ...(start.hasDashboard
          ? [
              { title: 'The dashboard', run: async () => void folders.set('dashboard', await builtDashboard(signal)) },
              {
                title: 'The documentation',
                run: async (note: (text: string) => void) => {
                  try {
                    folders.set('manual', await builtManual(signal));
                  } catch (error) {
                    // A page with a broken link must not prevent the start.
                    signal.throwIfAborted();
                    note(`not built: ${(error as Error).message}`);
                  }
                },
              },
            ]
          : []),
      ],
    },
    {
      title: 'Write the settings',
      run: async () => {
        const tools = locateTools(requireStepResult(folders.get('python')), requireStepResult(folders.get('go')));
        const trustedRootPem = await ensureAcmeTls(tools.python, state);
        const stage = localStage(localSettings(ports, start, trustedRootPem), localIssuer(ports));
        const former = existsSync(state.stage) ? JSON.parse(readFileSync(state.stage, 'utf8')) : undefined;
        writeFileSync(state.stage, JSON.stringify(withRestore(stage, former), null, 2));
        // The builds made above, even if their sources have changed since.
        const dashboard = folders.get('dashboard') ?? dashboardFolder();
        const manual = folders.get('manual') ?? manualFolder();
        const plan = {
          tools,
          state,
          ports,
          dashboard,
          manual,
          readApiId: () => readApiId(deployment),
          records,
        };
        start.components = planComponents(plan, { logs: state.logs, table: processTable(state), onCrash: start.onCrash });
      },
    },
    {
      title: 'Start the programs',
      together: [
        {
          title: 'AWS (MiniStack)',
          run: async () => {
            start.savedAt = lastSavedAt(state);
            await run('ministack');
          },
        },
        { title: 'DNS (name servers and a resolver)', run: () => run('dns') },
        { title: 'Sign-in (an OpenID provider)', run: () => run('sign-in') },
        { title: 'Mail (an SMTP server that keeps it)', run: () => run('mail-sink') },
        {
          title: 'CA (Pebble)',
          run: async () => void (await Promise.all([run('pebble'), ...(start.hasSecondCa ? [run('second-pebble')] : [])])),
        },
      ],
    },
    {
      title: 'Deploy the service',
      run: async (note) => {
        await openZone(start);
        note(await deployService(start));
      },
    },
    {
      title: 'Go on',
      together: [
        {
          title: 'Open the front door and the web server (Caddy)',
          run: async () => {
            await Promise.all([run('front-door'), run('web-server')]);
            writePrivately(state.cloud, cloudFileOf(ports));
          },
        },
        {
          title: 'Take up what the last stop interrupted',
          run: async (note) => note(await resumeAfterRestart(ports.aws, start.savedAt)),
        },
      ],
    },
    {
      title: 'Settle',
      together: [
        {
          title: 'Organization, its owner, key, server 1 and its agent, and a host page for the widget',
          run: async (note) => {
            start.connection = await ensureFirstOrganization(state, ports, signal, note);
            await Promise.all([run('agent'), run('example-host')]);
          },
        },
        {
          title: 'Account at the CA, and the CAA records that name it',
          // Other CAs may publish no CAA identity, or require external account binding.
          run: async () => (start.cas ? undefined : publishCaa(state, dnsClient(dnsManagementUrl(ports)))),
        },
      ],
    },
  ];
}

/** Creates the base target's zone, which a deployer does by hand, and names it in the stage. */
async function openZone({ state, ports, components }: Start): Promise<void> {
  const hostedZoneId = await ensureHostedZone(ports.aws, BASE_TARGET);
  const stage = JSON.parse(readFileSync(state.stage, 'utf8'));
  writeFileSync(state.stage, JSON.stringify(withZone(stage, hostedZoneId), null, 2));
  requireStepResult(components).mirrorZone(hostedZoneId);
}

/** Deploys what has changed. An open front door continues with the previous API, unless that was replaced. */
export async function deployService({ state, ports, signal, components }: Start): Promise<'deployed' | 'unchanged'> {
  const deployment = { state, awsPort: ports.aws, signal };
  const door = requireStepResult(components).get('front-door');
  const before = door.pid() === undefined ? undefined : await readApiId(deployment);
  const result = await deploy(deployment);
  await boundLambdas(ports.aws, STEP_CONCURRENCY);
  if (before !== undefined && before !== (await readApiId(deployment))) {
    await door.stop();
    await door.start();
  }
  return result;
}

/** The result of an earlier step. */
export function requireStepResult<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('asked for before the step that makes it');
  return value;
}
