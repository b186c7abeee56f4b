import { marshall } from '@aws-sdk/util-dynamodb';
import { signRequest } from '../../../agent/service/request-signature.gateway.ts';
import { EDGE_PATHS } from '../../../contract/paths.ts';
import { DUE_SHARDS } from '../../../lambdas/shared/table/keys.ts';
import type { Recorded } from '../../stack/last-release/recorded.ts';
import type { FunctionName } from './functions.ts';
import type { DomainRow, Scene } from './scene.ts';

export interface Invocation {
  event: unknown;
  expected: (answer: never) => boolean;
}

const answers200 = ({ statusCode }: { statusCode: number }) => statusCode === 200;
const failsNone = ({ batchItemFailures }: { batchItemFailures: unknown[] }) => batchItemFailures.length === 0;
const namesNextStep = ({ next }: { next: string }) => typeof next === 'string';
const anything = () => true;

/** The events of each function: recorded messages and inputs, for the recorded domains. */
export async function invocationsOf(scene: Scene, recorded: Recorded): Promise<Record<FunctionName, Invocation[]>> {
  const { domains, servers, webhooks } = scene;
  const get = (path: string, organizationId: string): Invocation => {
    const { keyId = '', secret = '' } = scene.pairs.get(organizationId) ?? {};
    return { event: httpEvent(path, { 'x-api-key-id': keyId, 'x-api-key': secret }), expected: answers200 };
  };
  const steps = domains.map(({ listed, execution }) => ({
    event: { ...timed(recorded, 'execution'), domainId: listed.id, attempt: execution.attempt },
    expected: namesNextStep,
  }));
  // The messages as recorded, and as requeued to the queue for slow receivers.
  const deliveries = (recorded.underWay.delivery ?? []).flatMap((message) => [message, { ...Object(message), slow: true }]);
  const awaiting = domains.filter(({ phase }) => phase === 'awaiting-dns');
  // The API hides domains that are being removed.
  const shown = domains.filter(({ phase }) => phase !== 'removing');
  const shards = Array.from({ length: DUE_SHARDS }, (_, shard) => JSON.stringify({ shard }));
  return {
    // First, because its signature is valid for a minute.
    'serve-agents': [{ event: await poll(scene), expected: tellsCertificate }],
    'serve-domains': shown.flatMap(({ listed: { id, organizationId } }) =>
      ['', `/${id}`, `/${id}/events`].map((path) => get(`/api/domains${path}`, organizationId)),
    ),
    'serve-servers': servers.flatMap(({ id, organizationId, type }) =>
      ['', `/${id}`, ...(type === 'agent' ? [`/${id}/enrollments`] : [])].map((path) =>
        get(`/api/servers${path}`, organizationId),
      ),
    ),
    'serve-webhooks': webhooks.flatMap(({ id, organizationId }) =>
      ['', `/${id}`, `/${id}/deliveries`].map((path) => get(`/api/webhooks${path}`, organizationId)),
    ),
    'relay-outbox': scene.outbox.map((row, at) => ({
      event: {
        Records: [{ eventName: 'INSERT', dynamodb: { NewImage: marshall(row), SequenceNumber: String(at + 1) } }],
      },
      expected: failsNone,
    })),
    deliver: deliveries.map((message) => ({ event: batch([JSON.stringify(message)]), expected: failsNone })),
    'check-dns': steps,
    'poll-order': steps,
    'verify-installation': steps,
    'watch-dns': awaiting.map((domain) => ({
      event: batch([JSON.stringify(awaitedCheckOf(domain, recorded))]),
      expected: failsNone,
    })),
    'scan-shard': shards.map((body) => ({ event: batch([body]), expected: anything })),
    'sweep-overdue': [{ event: {}, expected: anything }],
  };
}

function timed({ underWay }: Recorded, kind: 'execution' | 'check'): object {
  const [first] = underWay[kind] ?? [];
  if (!first) throw new Error(`nothing of the kind ${kind} was recorded`);
  return first;
}

/** The recorded check, changed to this domain. */
function awaitedCheckOf({ listed, execution: { attempt, lastCheck } }: DomainRow, recorded: Recorded): object {
  const { lastCheckAt: _, ...check } = timed(recorded, 'check') as { lastCheckAt?: string };
  const { id: domainId, organizationId } = listed;
  return { ...check, domainId, attempt, organizationId, ...(lastCheck && { lastCheckAt: lastCheck.at }) };
}

function batch(bodies: string[]) {
  return { Records: bodies.map((body, at) => ({ messageId: String(at), body, attributes: { ApproximateReceiveCount: '1' } })) };
}

async function poll({ identity }: Scene): Promise<object> {
  const pathAndQuery = EDGE_PATHS.certificates;
  const authorization = await signRequest(identity, { method: 'GET', pathAndQuery, body: '' });
  return httpEvent(pathAndQuery, { authorization });
}

function tellsCertificate({ statusCode, body }: { statusCode: number; body: string }): boolean {
  return statusCode === 200 && body.includes('BEGIN CERTIFICATE');
}

function httpEvent(path: string, headers: object): object {
  const http = { method: 'GET', path, protocol: 'HTTP/1.1', sourceIp: '192.0.2.1', userAgent: 'proof' };
  return { rawPath: path, rawQueryString: '', headers, isBase64Encoded: false, requestContext: { http } };
}
