import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { EMULATOR_ACCOUNT } from '../../lib/stage/emulator.ts';

export const REGION = 'us-east-1';
export const PROJECT = join(import.meta.dirname, '..', '..');
/**
 * npm's Node package puts Node 24 here, whatever Node the machine has. Without such a package the machine's own Node runs
 * everything (bootstrap.mjs).
 */
export const PROJECT_BIN = join(PROJECT, 'node_modules', '.bin');
const PINNED_NODE = join(PROJECT_BIN, 'node');
export const NODE = existsSync(PINNED_NODE) ? PINNED_NODE : process.execPath;

/** A developer's AWS profile, Node flags and test runner must not affect the local cloud. */
const NOT_INHERITED = /^(AWS_|CDK_|MINISTACK_|VITEST|NODE_OPTIONS$|NODE_ENV$|PERSIST_|SERVICES$|USE_SSL$)/;

/** With what `npm ci` has installed first, as npm has it for a script. */
export function pathWithTools(inherited: NodeJS.ProcessEnv = process.env): string {
  return `${PROJECT_BIN}${delimiter}${inherited.PATH ?? ''}`;
}

/** What every program of the local cloud is started with: Node 24 first on PATH, and no proxy between loopback addresses. */
export function cloudEnvironment(inherited: NodeJS.ProcessEnv = process.env): Record<string, string> {
  const kept = Object.entries(inherited).filter(
    (entry): entry is [string, string] => !NOT_INHERITED.test(entry[0]) && entry[1] !== undefined,
  );
  const direct = [inherited.NO_PROXY ?? inherited.no_proxy, 'localhost', '127.0.0.1'].filter(Boolean).join(',');
  return {
    ...Object.fromEntries(kept),
    PATH: pathWithTools(inherited),
    NO_PROXY: direct,
    no_proxy: direct,
  };
}

/** All programs use these. The emulator accepts any credentials. */
export const AWS_CREDENTIALS = { AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' };

/** Variables that point the AWS SDK and the CDK command to the emulator. */
export function awsVariables(endpoint: string) {
  return { AWS_ENDPOINT_URL: endpoint, AWS_REGION: REGION, ...AWS_CREDENTIALS };
}

/** The same as SDK client settings, for a process whose environment must not change. */
export function awsClientSettings(endpoint: string) {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = AWS_CREDENTIALS;
  return { endpoint, region: REGION, credentials: { accessKeyId, secretAccessKey } };
}

export function awsEnvironment(awsPort: number): Record<string, string> {
  return {
    ...cloudEnvironment(),
    ...awsVariables(awsEndpoint(awsPort)),
    CDK_DEFAULT_ACCOUNT: EMULATOR_ACCOUNT,
    CDK_DEFAULT_REGION: REGION,
    CDK_DISABLE_CLI_TELEMETRY: 'true',
  };
}

export function awsEndpoint(awsPort: number): string {
  return `http://127.0.0.1:${awsPort}`;
}
