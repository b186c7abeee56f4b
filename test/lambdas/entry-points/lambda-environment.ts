import { gzipSync } from 'node:zlib';
import { GenerateDataKeyCommand, KMSClient, SignCommand } from '@aws-sdk/client-kms';
import { ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import { SendMessageBatchCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { Context } from 'aws-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeAll, beforeEach, vi } from 'vitest';
import { ENVIRONMENT } from '../../../contract/stack/environment.ts';
import { recursiveReader } from '../../../lambdas/dns/walk/dns-reader.ts';
import { guardedNet } from '../../../lambdas/shared/net/guarded.gateway.ts';
import type { Resolve } from '../../../lambdas/shared/net/resolve.ts';
import { lazily } from '../../../lambdas/wiring/lazily.ts';
import { NOW } from '../a-domain.ts';
import { tableHolds } from '../api/api-caller.ts';
import { resolve } from '../api/webhooks/webhooks-api.ts';
import { settings, signIn } from '../settings.ts';
import { resolverKnowing } from '../shared/net/answers.ts';

const [secrets, kms] = [mockClient(SecretsManagerClient), mockClient(KMSClient)];
export const [s3, sfn, sqs] = [mockClient(S3Client), mockClient(SFNClient), mockClient(SQSClient)];

/** 28 s remain, as in an API call. */
const context = { getRemainingTimeInMillis: () => 28_000 } as Context;

/** Sets a stack's environment variables, and mocks every AWS client that an entry point opens. */
export function inALambda(): void {
  beforeAll(() => {
    for (const name of Object.values(ENVIRONMENT)) vi.stubEnv(name, `the ${name.toLowerCase()}`);
    vi.stubEnv(ENVIRONMENT.settings, JSON.stringify(settings));
    vi.stubEnv(ENVIRONMENT.signIn, JSON.stringify(signIn));
    vi.stubEnv(ENVIRONMENT.directAccess, '');
    vi.stubEnv('AWS_REGION', 'eu-central-1');
    vi.useFakeTimers({ toFake: ['Date'], now: NOW });
    vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  });
  beforeEach(() => {
    for (const mock of [secrets, kms, s3, sfn, sqs]) mock.reset();
    kms.on(SignCommand).resolves({ Signature: new Uint8Array([1]) });
    kms.on(GenerateDataKeyCommand).callsFake(() => ({ Plaintext: Buffer.alloc(32), CiphertextBlob: Buffer.alloc(32) }));
    s3.on(ListObjectsV2Command).resolves({});
    s3.on(PutObjectCommand).resolves({});
    secrets.on(GetSecretValueCommand).resolves({ SecretString: JSON.stringify({ 1: 'x'.repeat(64) }) });
    sfn.on(StartExecutionCommand).resolves({});
    sqs.on(SendMessageBatchCommand).resolves({});
    sqs.on(SendMessageCommand).resolves({});
    tableHolds();
  });
  afterAll(() => {
    vi.unstubAllEnvs();
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
}

/** Fakes the files next to a bundle (`lib/portal/portal.ts`, `lib/api/reference-site.ts`), which the source tree lacks. */
export function besideTheBundle(): void {
  beforeAll(() => {
    vi.doMock('node:fs', async (original) => ({ ...(await original<object>()), readFileSync: () => gzipSync('a file') }));
  });
  afterAll(() => vi.doUnmock('node:fs'));
}

/** DNS knows only the addresses of webhook receivers, and no connection is made. */
export function withoutNetwork(): void {
  const nothing = resolverKnowing({});
  const known: Resolve = (name, type) => (type === 'A' || type === 'AAAA' ? resolve : nothing)(name, type);
  const doubles = {
    resolveWithin: () => () => known,
    openDnsReader: () => () => recursiveReader(nothing),
    openNet: () => () => guardedNet({ resolve: nothing, allowLoopback: false }),
  };
  beforeAll(() => {
    const withNetwork = (edges: object) => lazily(doubles, edges);
    vi.doMock('../../../lambdas/wiring/net-edges.wiring.ts', () => ({ withNetwork }));
  });
  afterAll(() => vi.doUnmock('../../../lambdas/wiring/net-edges.wiring.ts'));
}

export async function invoke<Result>(entryPoint: string, event: unknown): Promise<Result> {
  const file = new URL(`../../../lambdas/${entryPoint}.lambda.ts`, import.meta.url).pathname;
  const { handler } = await import(/* @vite-ignore */ file);
  return handler(event, context);
}

export async function request(entryPoint: string, method: string, path: string, headers = {}, body?: object) {
  const result = await invoke<{ statusCode: number; headers: Record<string, string>; body: string }>(entryPoint, {
    rawPath: path,
    rawQueryString: '',
    headers: { 'content-type': 'application/json', ...headers },
    body: body && JSON.stringify(body),
    isBase64Encoded: false,
    requestContext: {
      domainName: 'abc.execute-api.eu-central-1.amazonaws.com',
      http: { method, path, protocol: 'HTTP/1.1', sourceIp: '192.0.2.1', userAgent: 'test' },
    },
  });
  return { status: result.statusCode, headers: result.headers, body: result.body };
}
