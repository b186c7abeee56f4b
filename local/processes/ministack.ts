import { existsSync, statSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CreateEmailIdentityCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { AWS_CREDENTIALS, awsClientSettings, awsEndpoint, REGION } from '../machine/environment.ts';
import { FOREIGN_SITE, LOCAL_HOST, LOCAL_ORIGIN, REFUSED } from '../machine/foreign-requests.ts';
import type { StateDir } from '../machine/state-dir.ts';
import { requireAnswer } from './checks.ts';
import type { ComponentSpec } from './component.ts';
import { MAIL_FROM } from './mail-sink.ts';

/**
 * An idle Lambda is a Node process of 60 to 70 MB, and a start takes as long as ten answers. Much longer than the sweep's minute.
 */
const WARM_SECONDS = 180;
const NO_DOCKER = 'unix:///nonexistent';

/** When MiniStack last wrote its whole state. Later table writes are in its journal (durable_state.py). */
export function lastSavedAt(state: StateDir): Date | undefined {
  return statSync(join(state.aws, 'dynamodb.json'), { throwIfNoEntry: false })?.mtime;
}

interface MinistackOptions {
  /** Makes it record requests (recorded_requests.py). */
  records?: boolean;
  /** SMTP server that receives SES's mail (mail_relay.py). */
  mailPort?: number;
}

/**
 * The AWS emulator. It writes its state from time to time and at its end, and reads it at its start. Running executions are lost
 * in between.
 */
export function ministack(
  python: string,
  state: StateDir,
  port: number,
  { records = false, mailPort }: MinistackOptions = {},
): ComponentSpec {
  return {
    name: 'ministack',
    command: python,
    args: [join(import.meta.dirname, 'run-ministack.py')],
    cwd: state.scratch,
    env: {
      BIND_HOST: '127.0.0.1',
      MINISTACK_HOST: 'localhost',
      MINISTACK_REGION: REGION,
      GATEWAY_PORT: String(port),
      ...AWS_CREDENTIALS,
      AWS_DEFAULT_REGION: REGION,
      LAMBDA_EXECUTOR: 'local',
      LAMBDA_WARM_TTL_SECONDS: String(WARM_SECONDS),
      PERSIST_STATE: '1',
      STATE_DIR: state.aws,
      S3_PERSIST: '1',
      S3_DATA_DIR: state.objects,
      // Folder of the Lambdas' unpacked code and of its pid file.
      TMPDIR: state.scratch,
      // Disables unused listeners, and its clean-up, which would remove containers of another MiniStack on this machine.
      SFTP_ENABLED: '0',
      IOT_MTLS_ENABLED: '0',
      DOCKER_HOST: NO_DOCKER,
      // Each start unpacks a Lambda to another folder, so a compile cache would never be hit.
      NODE_DISABLE_COMPILE_CACHE: '1',
      PYTHONUNBUFFERED: '1',
      CPS_LOCAL_HOST: LOCAL_HOST,
      CPS_LOCAL_ORIGIN: LOCAL_ORIGIN,
      CPS_FOREIGN_SITE: FOREIGN_SITE,
      CPS_REFUSED: REFUSED,
      ...(mailPort !== undefined && { CPS_MAIL_PORT: String(mailPort) }),
      ...(records && { CPS_RECORD_REQUESTS: state.recordedRequests }),
    },
    prepare: () => forgetStreamPositions(join(state.aws, 'lambda.json')),
    check: () => requireAnswer(`${awsEndpoint(port)}/_ministack/ready`),
    ...(mailPort !== undefined && { onHealthy: () => verifySender(awsEndpoint(port)) }),
  };
}

/** A deployer verifies the sender once in SES. Repeating it is harmless. */
async function verifySender(endpoint: string): Promise<void> {
  const client = new SESv2Client(awsClientSettings(endpoint));
  await client.send(new CreateEmailIdentityCommand({ EmailIdentity: MAIL_FROM }));
  client.destroy();
}

/**
 * MiniStack persists the consumers' positions in a table's stream, but not the stream. After a restart a consumer would wait for
 * as many new records as it had read. Without a position it starts at the beginning of the new, empty stream.
 */
async function forgetStreamPositions(file: string): Promise<void> {
  if (!existsSync(file)) return;
  const state = JSON.parse(await readFile(file, 'utf8'));
  delete state.payload?.dynamodb_stream_positions;
  await writeFile(file, JSON.stringify(state));
}
