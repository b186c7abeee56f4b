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

// What an operator with AWS credentials can do to the deployment.

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

/** What the commands of `admin` do, without a process for each: the tests make a hundred organizations and keys. */
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

/** Of a key that may do everything. */
export const EVERYTHING = PERMISSIONS.join(',');

/** An API key of the organization that the tests call as, unless another is named. */
export async function newKey(permissions: string, organizationId = connection.organization_id): Promise<Key> {
  const wanted = { organizationId, name: 'of a test', permissions: permissions.split(',') as Permission[] };
  const { key, secret } = await createKey(wanted, await administration);
  return { api_key_id: key.keyId, api_key: secret };
}

/** An organization that has nothing but this key, with the standard limits. */
export async function newOrganization(permissions: string): Promise<{ organizationId: string; key: Key }> {
  const { id: organizationId } = await createOrganization('Stranger', await administration);
  return { organizationId, key: await newKey(permissions, organizationId) };
}

/** For tests that ask more often than any integrator may. */
export async function raiseRequestLimits(organizationId: string): Promise<void> {
  const requests = { ...MAX_RATE_LIMITS, newReceiversPerHour: 1_000_000 };
  await setLimits(organizationId, requests, { ...(await administration), ofStage: STANDARD_LIMITS });
}

/** The key of such an organization. */
export async function newOrganizationKey(permissions: string): Promise<Key> {
  return (await newOrganization(permissions)).key;
}

/** Lets a key's time be over: the command line makes none that ends within the day. */
export async function expireKey({ api_key_id }: Key): Promise<void> {
  await table.update(keys.apiKey(api_key_id), {
    expression: 'SET expiresAt = :past',
    condition: 'attribute_exists(pk)',
    values: { ':past': new Date(Date.now() - 1).toISOString() },
  });
}

/** Lets a key's revocation be a minute old. */
export async function ageRevocation({ api_key_id }: Key): Promise<void> {
  await table.update(keys.apiKey(api_key_id), {
    expression: 'SET revokedAt = :past',
    condition: 'attribute_exists(revokedAt)',
    values: { ':past': new Date(Date.now() - 60_000).toISOString() },
  });
}

/** The executions of a domain in both machines, newest first. (AWS lists none of Express.) */
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

/** States entered, as AWS bills them. */
export async function transitionsOf(executionArn: string): Promise<string[]> {
  const { events = [] } = await sfn.send(new GetExecutionHistoryCommand({ executionArn, maxResults: 1000 }));
  return events.flatMap(({ stateEnteredEventDetails }) => stateEnteredEventDetails?.name ?? []);
}

export async function stopExecution(executionArn: string): Promise<void> {
  await sfn.send(new StopExecutionCommand({ executionArn, cause: 'stopped by hand' }));
}

const sqs = new SQSClient(client);

/** Puts these bodies into the queue of deliveries by one request, so that they come in one batch. */
export async function sendDeliveries(bodies: readonly string[]): Promise<void> {
  const Entries = bodies.map((MessageBody, index) => ({ Id: String(index), MessageBody, MessageGroupId: 'of a test' }));
  await sqs.send(new SendMessageBatchCommand({ QueueUrl: deployment.deliveryQueueUrl, Entries }));
}

/** Puts a message where those lie that the sender could not deal with. */
export async function sendDeadLetter(body: string): Promise<void> {
  await sqs.send(new SendMessageCommand({ QueueUrl: deployment.deadDeliveriesUrl, MessageBody: body }));
}

/** How long a delivery stays hidden that a sender has taken and not finished. Answers how to put it back to what it was. */
export async function hideDeliveriesFor(seconds: number): Promise<() => Promise<void>> {
  const QueueUrl = deployment.deliveryQueueUrl;
  const { Attributes } = await sqs.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['VisibilityTimeout'] }));
  const hideFor = async (VisibilityTimeout: string) => {
    await sqs.send(new SetQueueAttributesCommand({ QueueUrl, Attributes: { VisibilityTimeout } }));
  };
  await hideFor(String(seconds));
  return () => hideFor(Attributes?.VisibilityTimeout ?? '');
}

/** Lets the claim of a sender that has died be over, which else keeps others from its delivery for a minute. */
export async function endClaim(organizationId: string, webhookId: number, deliveryId: string): Promise<void> {
  await table.update(keys.delivery(organizationId, webhookId, deliveryId), {
    expression: 'SET claimedUntil = :past',
    condition: 'attribute_exists(claimedUntil)',
    values: { ':past': new Date(0).toISOString() },
  });
}

/** Whether a webhook gets nothing but a probe now and then, since its receiver did not answer. */
export async function breakerIsOpen(organizationId: string, webhookId: number): Promise<boolean> {
  return isBreakerOpen(Webhook.parse(await table.get(keys.webhook(organizationId, webhookId))));
}

const lambda = new LambdaClient(client);

/** Runs the Lambdas whose name, as CDK makes it of their construct, has this part, and waits until they are done. */
async function runLambdas(name: string, event: object = {}): Promise<void> {
  for await (const { Functions = [] } of paginateListFunctions({ client: lambda }, {})) {
    for (const { FunctionName } of Functions) {
      if (!FunctionName?.includes(name)) continue;
      const { FunctionError, Payload } = await lambda.send(new InvokeCommand({ FunctionName, Payload: JSON.stringify(event) }));
      if (FunctionError) throw new Error(`${name} failed: ${Payload?.transformToString()}`);
    }
  }
}

/** Wakes the mover of due deliveries before its minute is over, and waits until it is done. */
export const moveDueDeliveries = () => runLambdas('MoveDueDeliveries');

/** Scans all certificates before the minute is over: each shard right after, by a message of its own. */
export const startScan = () => runLambdas('StartScan');

/** Scans the certificates of a domain's shard, and waits until that is done. */
export function scanNow(domainId: number): Promise<void> {
  const message: ScanMessage = { shard: shardOf(domainId, DUE_SHARDS) };
  return runLambdas('ScanShard', { Records: [{ body: JSON.stringify(message) }] });
}

/** Whether the CA has revoked a certificate, by its management interface, and for which code of RFC 5280. */
export async function statusAtTheCa(serialNumber: string): Promise<{ Status: 'Valid' | 'Revoked'; Reason?: number }> {
  const root = readFileSync(acmeTlsFiles(layoutOf(stateDir).pebble).root, 'utf8');
  const address = `https://127.0.0.1:${ports.pebbleManagement}/cert-status-by-serial/${serialNumber}`;
  return JSON.parse(await fetchTrusting(root, address));
}

/** Lets a day of visits pass for a domain's shard, and scans it: its domains are visited. */
export async function visitNow(domainId: number): Promise<void> {
  await table.update(keys.watchCursor(shardOf(domainId, DUE_SHARDS)), {
    expression: 'SET version = if_not_exists(version, :none) + :one REMOVE look, ask',
    values: { ':none': 0, ':one': 1 },
  });
  await scanNow(domainId);
}

/** Wakes the dispatcher of orders before its minute is over, and waits until it is done. */
export const dispatchOrders = () => runLambdas('DispatchOrders');

/** The budget of the CA account is spent until a time, or as if no order was ever placed. */
export async function spendOrdersUntil(at: Date | undefined): Promise<void> {
  const acme = { directoryUrl: acmeDirectoryUrl(ports), ordersPerMinute: ORDERS_PER_MINUTE };
  const { key, limit } = accountLimit(acme);
  const arrivalMs = at === undefined ? 0 : at.getTime() + (limit.count - 1) * intervalMs(limit);
  await table.update(keys.caBudget(caAccount(acme), key), { expression: 'SET arrivalMs = :at', values: { ':at': arrivalMs } });
}

/** Sends mail that is due before its minute is over, and waits until that is done. */
export const sendMails = () => runLambdas('ReconcileUse');

/** Wakes the sweep before its minute is over, and waits until it is done. */
export const sweepOverdue = () => runLambdas('SweepOverdue');

const agents = { expected: expectedHostnameStore(table), servers: serverStore(table) };

/** Tells the agent of server 1 that a challenge for this hostname may come, as the service does for its own. */
export async function tellAgent(hostname: string): Promise<void> {
  const { organization_id: organizationId, server_id: serverId } = connection;
  await expectHostname({ organizationId, serverId, hostname }, agents, clock());
}
