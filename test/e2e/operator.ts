import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { InvokeCommand, LambdaClient, paginateListFunctions } from '@aws-sdk/client-lambda';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import {
  GetExecutionHistoryCommand,
  ListExecutionsCommand,
  ListStateMachinesCommand,
  SFNClient,
  StopExecutionCommand,
} from '@aws-sdk/client-sfn';
import {
  GetQueueAttributesCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  SetQueueAttributesCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { type AdministrationPorts, createKey, createOrganization, setLimits } from '../../bin/admin/account-changes.ts';
import { MAX_RATE_LIMITS, STANDARD_LIMITS } from '../../contract/api/limits.ts';
import { PERMISSIONS, type Permission } from '../../contract/api/operations.ts';
import { intervalMs } from '../../lambdas/ca-limits/gcra.ts';
import { accountLimit, caAccount } from '../../lambdas/ca-limits/order-limits.ts';
import { accountStore } from '../../lambdas/model/accounts/account.store.ts';
import { domainStore } from '../../lambdas/model/domains/domain.store.ts';
import { expectHostname } from '../../lambdas/model/servers/agent-installer.ts';
import { expectedHostnameStore } from '../../lambdas/model/servers/change-list.store.ts';
import { serverStore } from '../../lambdas/model/servers/server.store.ts';
import { testTenantCreator } from '../../lambdas/model/servers/test-tenant.ts';
import { isBreakerOpen } from '../../lambdas/model/webhooks/circuit-breaker.ts';
import { Webhook } from '../../lambdas/model/webhooks/webhook.schema.ts';
import type { ScanMessage } from '../../lambdas/renewal-scan/scan-message.schema.ts';
import { readDeployment } from '../../lambdas/shared/aws/deployment.gateway.ts';
import { base62, prefixedId, serverLabel } from '../../lambdas/shared/ids/ids.gateway.ts';
import { loadServiceSecret } from '../../lambdas/shared/secrets/service-secret.gateway.ts';
import { DUE_SHARDS, keys, shardOf } from '../../lambdas/shared/table/keys.ts';
import { openTable } from '../../lambdas/shared/table/table.store.ts';
import { systemClock as clock, briefPause as pause } from '../../lambdas/shared/time/clock.gateway.ts';
import type { CloudFile } from '../../local/connection.ts';
import { acmeTlsFiles } from '../../local/machine/acme-tls.ts';
import { NODE, PROJECT } from '../../local/machine/environment.ts';
import { stateDir as layoutOf } from '../../local/machine/state-dir.ts';
import { fetchTrusting } from '../../local/processes/checks.ts';
import { acmeDirectoryUrl } from '../../local/processes/pebble.ts';
import { LOCAL_STAGE, ORDERS_PER_MINUTE } from '../../local/stage.ts';
import { connection, type Key, ports, stateDir } from './cloud.ts';

// Actions of an operator with AWS credentials.

const cloud: CloudFile = JSON.parse(readFileSync(join(stateDir, 'cloud.json'), 'utf8'));
const client = {
  endpoint: cloud.aws_endpoint_url,
  region: cloud.region,
  credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
};
const cloudFormation = new CloudFormationClient(client);
const deployment = await readDeployment(LOCAL_STAGE, cloudFormation);
const sfn = new SFNClient(client);

export const { tableName } = deployment;
export const table = openTable(new DynamoDBClient(client), tableName);
export const domains = domainStore(table, { newId: prefixedId });

/** `npm run admin -- … --json` against the test cloud. */
export async function admin<Result = Record<string, string>>(...args: string[]): Promise<Result> {
  const { stdout } = await promisify(execFile)(NODE, ['bin/admin.ts', '--json', ...args], {
    cwd: PROJECT,
    env: { ...process.env, CPS_STATE_DIR: stateDir },
  });
  return JSON.parse(stdout) as Result;
}

/** The `admin` commands in this process: the tests create a hundred organizations and keys. */
const administration: Promise<AdministrationPorts> = loadServiceSecret(
  new SecretsManagerClient(client),
  deployment.serviceSecretArn,
  clock(),
).then((serviceSecret) => ({
  accounts: accountStore(table),
  openTestTenant: testTenantCreator({
    accounts: accountStore(table),
    servers: serverStore(table),
    newId: prefixedId,
    newLabel: serverLabel,
  }),
  newId: prefixedId,
  serviceSecret,
  base62,
  clock,
  pause,
}));

export const EVERYTHING = PERMISSIONS.join(',');

/** An API key of the shared test organization, or of another one. */
export async function newKey(permissions: string, organizationId = connection.organization_id): Promise<Key> {
  const wanted = { organizationId, name: 'of a test', permissions: permissions.split(',') as Permission[] };
  const { key, secret } = await createKey(wanted, await administration);
  return { api_key_id: key.keyId, api_key: secret };
}

/** An organization that has only this key, with the standard limits. */
export async function newOrganization(permissions: string): Promise<{ organizationId: string; key: Key }> {
  const { id: organizationId } = await createOrganization('Stranger', await administration);
  return { organizationId, key: await newKey(permissions, organizationId) };
}

/** For tests with more requests than an integrator may send. */
export async function raiseRequestLimits(organizationId: string): Promise<void> {
  const requests = { ...MAX_RATE_LIMITS, newReceiversPerHour: 1_000_000 };
  await setLimits(organizationId, requests, { ...(await administration), ofStage: STANDARD_LIMITS });
}

/** A key of a new organization with raised limits. */
export async function newOrganizationKey(permissions: string): Promise<Key> {
  return (await newOrganization(permissions)).key;
}

/** Lets a key expire: the command line cannot create one that expires within the day. */
export async function expireKey({ api_key_id }: Key): Promise<void> {
  await table.update(keys.apiKey(api_key_id), {
    expression: 'SET expiresAt = :past',
    condition: 'attribute_exists(pk)',
    values: { ':past': new Date(Date.now() - 1).toISOString() },
  });
}

/** Makes a key's revocation a minute old. */
export async function ageRevocation({ api_key_id }: Key): Promise<void> {
  await table.update(keys.apiKey(api_key_id), {
    expression: 'SET revokedAt = :past',
    condition: 'attribute_exists(revokedAt)',
    values: { ':past': new Date(Date.now() - 60_000).toISOString() },
  });
}

/** Executions of a domain in both state machines, newest first. (AWS does not list Express executions.) */
export async function executionsOf(domainId: number) {
  const { stateMachines = [] } = await sfn.send(new ListStateMachinesCommand({}));
  const lists = await Promise.all(
    stateMachines.map((machine) =>
      sfn.send(new ListExecutionsCommand({ stateMachineArn: machine.stateMachineArn, maxResults: 1000 })),
    ),
  );
  return lists
    .flatMap(({ executions = [] }) => executions)
    .filter(({ name }) => name?.startsWith(`${domainId}-`))
    .toSorted((one, other) => Number(other.startDate) - Number(one.startDate));
}

/** The state transitions that AWS bills. */
export async function transitionsOf(executionArn: string): Promise<string[]> {
  const { events = [] } = await sfn.send(new GetExecutionHistoryCommand({ executionArn, maxResults: 1000 }));
  return events.flatMap(({ stateEnteredEventDetails }) => stateEnteredEventDetails?.name ?? []);
}

export async function stopExecution(executionArn: string): Promise<void> {
  await sfn.send(new StopExecutionCommand({ executionArn, cause: 'stopped by hand' }));
}

const sqs = new SQSClient(client);

/** Sends these messages to the delivery queue with one request, so that they arrive in one batch. */
export async function sendDeliveries(bodies: readonly string[]): Promise<void> {
  const Entries = bodies.map((MessageBody, index) => ({ Id: String(index), MessageBody, MessageGroupId: 'of a test' }));
  await sqs.send(new SendMessageBatchCommand({ QueueUrl: deployment.deliveryQueueUrl, Entries }));
}

/** Sends a message to the dead-letter queue of deliveries. */
export async function sendDeadLetter(body: string): Promise<void> {
  await sqs.send(new SendMessageCommand({ QueueUrl: deployment.deadDeliveriesUrl, MessageBody: body }));
}

/** Sets the visibility time-out of the delivery queue. Returns a function that restores the former value. */
export async function hideDeliveriesFor(seconds: number): Promise<() => Promise<void>> {
  const QueueUrl = deployment.deliveryQueueUrl;
  const { Attributes } = await sqs.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['VisibilityTimeout'] }));
  const hideFor = async (VisibilityTimeout: string) => {
    await sqs.send(new SetQueueAttributesCommand({ QueueUrl, Attributes: { VisibilityTimeout } }));
  };
  await hideFor(String(seconds));
  return () => hideFor(Attributes?.VisibilityTimeout ?? '');
}

/** Ends the claim of a killed sender, which would block its delivery for a minute. */
export async function endClaim(organizationId: string, webhookId: number, deliveryId: string): Promise<void> {
  await table.update(keys.delivery(organizationId, webhookId, deliveryId), {
    expression: 'SET claimedUntil = :past',
    condition: 'attribute_exists(claimedUntil)',
    values: { ':past': new Date(0).toISOString() },
  });
}

/** Whether the circuit breaker is open: the webhook gets only probes since its receiver failed. */
export async function breakerIsOpen(organizationId: string, webhookId: number): Promise<boolean> {
  return isBreakerOpen(Webhook.parse(await table.get(keys.webhook(organizationId, webhookId))));
}

const lambda = new LambdaClient(client);

/** Runs the Lambdas whose name, which CDK derives from the construct, contains this part, and waits for them. */
async function runLambdas(name: string, event: object = {}): Promise<void> {
  for await (const { Functions = [] } of paginateListFunctions({ client: lambda }, {})) {
    for (const { FunctionName } of Functions) {
      if (!FunctionName?.includes(name)) continue;
      const { FunctionError, Payload } = await lambda.send(new InvokeCommand({ FunctionName, Payload: JSON.stringify(event) }));
      if (FunctionError) throw new Error(`${name} failed: ${Payload?.transformToString()}`);
    }
  }
}

export const moveDueDeliveries = () => runLambdas('MoveDueDeliveries');

/** Starts the scan of all certificates, which continues by one message per shard. */
export const startScan = () => runLambdas('StartScan');

/** Scans the shard of a domain, and waits for it. */
export function scanNow(domainId: number): Promise<void> {
  const message: ScanMessage = { shard: shardOf(domainId, DUE_SHARDS) };
  return runLambdas('ScanShard', { Records: [{ body: JSON.stringify(message) }] });
}

/** Whether the CA has revoked a certificate, by Pebble's management interface, and the reason code (RFC 5280). */
export async function statusAtTheCa(serialNumber: string): Promise<{ Status: 'Valid' | 'Revoked'; Reason?: number }> {
  const root = readFileSync(acmeTlsFiles(layoutOf(stateDir).pebble).root, 'utf8');
  const address = `https://127.0.0.1:${ports.pebbleManagement}/cert-status-by-serial/${serialNumber}`;
  return JSON.parse(await fetchTrusting(root, address));
}

/** Resets the visit cursor of a domain's shard and scans it: all its domains are visited again. */
export async function visitNow(domainId: number): Promise<void> {
  await table.update(keys.watchCursor(shardOf(domainId, DUE_SHARDS)), {
    expression: 'SET version = if_not_exists(version, :none) + :one REMOVE #check, ask',
    names: { '#check': 'check' },
    values: { ':none': 0, ':one': 1 },
  });
  await scanNow(domainId);
}

export const dispatchOrders = () => runLambdas('DispatchOrders');

/** Spends the budget of the CA account until this time; undefined: resets the budget. */
export async function spendOrdersUntil(at: Date | undefined): Promise<void> {
  const acme = { directoryUrl: acmeDirectoryUrl(ports), ordersPerMinute: ORDERS_PER_MINUTE };
  const { key, limit } = accountLimit(acme);
  const arrivalMs = at === undefined ? 0 : at.getTime() + (limit.count - 1) * intervalMs(limit);
  await table.update(keys.caBudget(caAccount(acme), key), { expression: 'SET arrivalMs = :at', values: { ':at': arrivalMs } });
}

/** Runs the function that sends due mails, and waits for it. */
export const sendMails = () => runLambdas('ReconcileUse');

export const sweepOverdue = () => runLambdas('SweepOverdue');

const agents = { expected: expectedHostnameStore(table), servers: serverStore(table) };

/** Registers a hostname as expected at server 1, so that its agent answers challenges for it. */
export async function tellAgent(hostname: string): Promise<void> {
  const { organization_id: organizationId, server_id: serverId } = connection;
  await expectHostname({ organizationId, serverId, hostname }, agents, clock());
}
