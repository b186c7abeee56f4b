import { readFileSync } from 'node:fs';
import { CreateKeyCommand, KMSClient } from '@aws-sdk/client-kms';
import { CreateSecretCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { CreateStateMachineCommand, SFNClient } from '@aws-sdk/client-sfn';
import { CreateQueueCommand, SQSClient } from '@aws-sdk/client-sqs';
import { ENVIRONMENT } from '../../../contract/stack/environment.ts';
import { EMULATOR_ACCOUNT } from '../../../lib/stage/emulator.ts';
import { awsClientSettings, awsVariables, cloudEnvironment } from '../../../local/machine/environment.ts';

const SETTINGS = new URL('../../stack/last-release/settings.json', import.meta.url);
/** A port on which nothing listens. */
const NO_CA = 'https://127.0.0.1:1/dir';
export const SECRET = JSON.stringify({ 1: 'x'.repeat(64) });
const QUEUES = [
  'scanQueueUrl',
  'deliveryQueueUrl',
  'slowDeliveryQueueUrl',
  'dnsWatchQueueUrl',
  'rehearsalQueueUrl',
  'awsQueueUrl',
] as const;

export interface Surroundings {
  /** The environment of each function, without its table. */
  environment: Record<string, string>;
  kmsKeyId: string;
}

/**
 * Everything besides the table that functions need: queues, a secret, a key and a state machine in the emulator, the last
 * release's settings, a DNS server that knows no name, and a CA that does not answer.
 */
export async function makeSurroundings(emulator: string, engine: string, nameServer: string): Promise<Surroundings> {
  const client = awsClientSettings(emulator);
  const sqs = new SQSClient(client);
  const urls = await Promise.all(
    QUEUES.map(async (name) => {
      const { QueueUrl = '' } = await sqs.send(new CreateQueueCommand({ QueueName: name }));
      return [ENVIRONMENT[name], QueueUrl];
    }),
  );
  const secret = await new SecretsManagerClient(client).send(new CreateSecretCommand({ Name: 'service', SecretString: SECRET }));
  const { KeyMetadata } = await new KMSClient(client).send(new CreateKeyCommand({}));
  const machine = await new SFNClient(client).send(
    new CreateStateMachineCommand({
      name: 'lifecycle',
      roleArn: `arn:aws:iam::${EMULATOR_ACCOUNT}:role/machine`,
      definition: JSON.stringify({ StartAt: 'Begun', States: { Begun: { Type: 'Pass', End: true } } }),
    }),
  );
  const settings = JSON.parse(readFileSync(SETTINGS, 'utf8'));
  const kmsKeyId = KeyMetadata?.Arn ?? '';
  return {
    kmsKeyId,
    environment: {
      ...cloudEnvironment(),
      ...awsVariables(emulator),
      AWS_ENDPOINT_URL_DYNAMODB: engine,
      ...Object.fromEntries(urls),
      [ENVIRONMENT.serviceSecretArn]: secret.ARN ?? '',
      [ENVIRONMENT.kmsKeyId]: kmsKeyId,
      [ENVIRONMENT.awsServersRoleArn]: `arn:aws:iam::${EMULATOR_ACCOUNT}:role/cps-local-servers`,
      [ENVIRONMENT.stateMachineArn]: machine.stateMachineArn ?? '',
      [ENVIRONMENT.expressMachineArn]: machine.stateMachineArn ?? '',
      [ENVIRONMENT.settings]: JSON.stringify({
        ...settings,
        nameServers: [nameServer],
        acme: { ...settings.acme, directoryUrl: NO_CA },
      }),
    },
  };
}
