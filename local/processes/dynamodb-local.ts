import { once } from 'node:events';
import { get } from 'node:http';
import { join } from 'node:path';
import { awsEndpoint } from '../machine/environment.ts';
import type { JavaTools } from '../machine/java-tools.ts';
import type { ComponentSpec } from './component.ts';

const MAIN_CLASS = 'com.amazonaws.services.dynamodbv2.local.main.ServerRunner';

/**
 * Amazon's own engine behind DynamoDB's API, for tests. It keeps nothing, and tells Amazon nothing. It cannot be told to listen
 * on loopback only: it gets a port that no browser connects to, runs for a minute or so, and holds what the tests made up.
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

/** By what is no request of DynamoDB's, which it says so of. `fetch` connects to no such port, either. */
async function answersAtAll(url: string): Promise<void> {
  const [response] = await once(get(url, { agent: false }), 'response');
  response.resume();
}
