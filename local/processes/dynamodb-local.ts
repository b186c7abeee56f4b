import { once } from 'node:events';
import { get } from 'node:http';
import { join } from 'node:path';
import { awsEndpoint } from '../machine/environment.ts';
import type { JavaTools } from '../machine/java-tools.ts';
import type { ComponentSpec } from './component.ts';

const MAIN_CLASS = 'com.amazonaws.services.dynamodbv2.local.main.ServerRunner';

/**
 * Amazon's own engine for DynamoDB's API, for tests. It stores nothing on disk and sends Amazon no telemetry. It cannot listen on
 * loopback only, so it gets a port that browsers refuse. It runs for a minute or so, with invented data.
 */
export function dynamodbLocal({ java, dynamodbLocal: folder }: JavaTools, port: number): ComponentSpec {
  return {
    name: 'dynamodb-local',
    command: java,
    args: [
      ...[`-Djava.library.path=${folder}`, '-classpath', join(folder, '*'), MAIN_CLASS],
      ...['-inMemory', '-disableTelemetry', '-port', String(port)],
    ],
    check: () => answersAtAll(awsEndpoint(port)),
  };
}

/** Sends an invalid request, which DynamoDB refuses with an answer. `fetch` refuses this port too. */
async function answersAtAll(url: string): Promise<void> {
  const [response] = await once(get(url, { agent: false }), 'response');
  response.resume();
}
