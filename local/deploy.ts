import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { OUTPUTS, stackNames } from '../contract/stack/stack-outputs.ts';
import { findStack, outputsByName } from '../lambdas/shared/aws/deployment.gateway.ts';
import { BUNDLE_CACHE_CONTEXT, EMULATOR_ACCOUNT } from '../lib/stage/emulator.ts';
import { awsClientSettings, awsEndpoint, awsEnvironment, PROJECT, PROJECT_BIN, REGION } from './machine/environment.ts';
import { makePrivate } from './machine/private-files.ts';
import { runCommand } from './machine/run-command.ts';
import type { StateDir } from './machine/state-dir.ts';
import { LOCAL_STAGE } from './stage.ts';

/** Inputs of a deployment, in addition to the stage. */
const SOURCES = [
  ...['bin', 'lib', 'lambdas', 'contract', 'copy', 'web', 'docs/openapi.json'],
  ...['cdk.json', 'tsconfig.json', 'package-lock.json'],
];

/** Bundles of the last deployed sources, by their digest. Both test clouds share them. */
const BUNDLES = join(PROJECT, '.local', 'bundles');

/** The stages in `stages` are for `npm run deploy`. They are watched to tell the developer that they are not deployed here. */
export const watchedSources = [...SOURCES, 'stages'];

const SERVICE_STACK = stackNames(LOCAL_STAGE).service;

export interface Deployment {
  state: StateDir;
  awsPort: number;
  signal: AbortSignal | undefined;
}

/** Deploys with the project's CDK command, unless the same sources and stage are already deployed. */
export async function deploy(deployment: Deployment): Promise<'deployed' | 'unchanged'> {
  const { state } = deployment;
  const sources = digestOf(SOURCES);
  const digest = createHash('sha256').update(readFileSync(state.stage)).update(sources).digest('hex');
  const isSame = existsSync(state.deployed) && readFileSync(state.deployed, 'utf8') === digest;
  if (isSame && (await findApiEndpoint(deployment))) return 'unchanged';
  // Outside cdk.json's folder CDK runs no app, whose synthesis takes seconds.
  if (!(await lookForStack('CDKToolkit', deployment)))
    await cdk('bootstrap', [`aws://${EMULATOR_ACCOUNT}/${REGION}`], state.scratch, deployment);
  // Removed first: after an interrupted deployment the next one must run, whatever the sources are then.
  rmSync(state.deployed, { force: true });
  forgetBundlesBut(sources);
  const kept = ['--context', `${BUNDLE_CACHE_CONTEXT}=${join(BUNDLES, sources)}`];
  await cdk('deploy', ['--all', '--require-approval', 'never', '--progress', 'events', ...kept], PROJECT, deployment);
  // CDK makes its folders world-writable for Docker.
  makePrivate(state.cloudAssembly);
  writeFileSync(state.deployed, digest);
  return 'deployed';
}

/** The API id in `http://<id>.execute-api.localhost:4566`. */
export async function readApiId(deployment: Deployment): Promise<string> {
  const endpoint = await findApiEndpoint(deployment);
  const id = endpoint && new URL(endpoint).hostname.split('.')[0];
  if (!id) throw new Error(`the stack ${SERVICE_STACK} has no output ${OUTPUTS.apiEndpoint}`);
  return id;
}

async function findApiEndpoint(deployment: Deployment): Promise<string | undefined> {
  return outputsByName(await lookForStack(SERVICE_STACK, deployment)).get(OUTPUTS.apiEndpoint);
}

async function lookForStack(name: string, { awsPort }: Deployment) {
  const client = new CloudFormationClient(awsClientSettings(awsEndpoint(awsPort)));
  try {
    return await findStack(client, name);
  } finally {
    client.destroy();
  }
}

function forgetBundlesBut(digest: string): void {
  if (!existsSync(BUNDLES)) return;
  for (const kept of readdirSync(BUNDLES)) if (kept !== digest) rmSync(join(BUNDLES, kept), { recursive: true, force: true });
}

async function cdk(command: string, args: string[], cwd: string, { state, awsPort, signal }: Deployment): Promise<void> {
  await runCommand(`cdk ${command}`, {
    command: join(PROJECT_BIN, 'cdk'),
    args: [command, ...args, '--context', `stage=${state.stage}`, '--output', state.cloudAssembly, '--no-notices', '--ci'],
    cwd,
    env: awsEnvironment(awsPort),
    log: join(state.logs, `cdk-${command}.log`),
    signal,
  });
}

/** Digest of all files by name and content. */
function digestOf(sources: readonly string[]): string {
  const hash = createHash('sha256');
  for (const source of sources) {
    for (const file of filesUnder(source)) hash.update(`\0${file}\0`).update(readFileSync(join(PROJECT, file)));
  }
  return hash.digest('hex');
}

function filesUnder(source: string): string[] {
  const path = join(PROJECT, source);
  if (!existsSync(path)) return [];
  if (source.includes('.')) return [source];
  const entries = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return entries.map((entry) => join(entry.parentPath, entry.name).slice(PROJECT.length + 1)).sort();
}
