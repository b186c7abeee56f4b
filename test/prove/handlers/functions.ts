import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundle } from '../../../lib/functions/bundle.ts';
import { codeOfLastRelease } from '../../stack/last-release/code.ts';

/** Functions that read stored data, with the beginning of their logical id and their entry point. */
const FUNCTIONS = {
  'serve-domains': { id: 'DomainsApiServeDomainsFunction', folder: 'api/domains' },
  'serve-servers': { id: 'ServersApiServeServersFunction', folder: 'api/servers' },
  'serve-webhooks': { id: 'WebhooksApiServeWebhooksFunction', folder: 'api/webhooks' },
  'serve-agents': { id: 'AgentsEndpointServeAgentsFunction', folder: 'agent-api' },
  'relay-outbox': { id: 'OutboxRelayRelayOutboxFunction', folder: 'relay' },
  deliver: { id: 'WebhookDeliveryDeliverFunction', folder: 'webhook-sender' },
  'check-dns': { id: 'LifecycleStepscheckdnsFunction', folder: 'steps/dns' },
  'watch-dns': { id: 'DnsWatchWatchDnsFunction', folder: 'steps/dns' },
  'poll-order': { id: 'LifecycleStepspollorderFunction', folder: 'steps/issuance' },
  'verify-installation': { id: 'LifecycleStepsverifyinstallationFunction', folder: 'steps/installation' },
  'scan-shard': { id: 'CertificateScanScanShardFunction', folder: 'renewal-scan' },
  'sweep-overdue': { id: 'OverdueSweepSweepOverdueFunction', folder: 'jobs/sweep' },
} as const;
export type FunctionName = keyof typeof FUNCTIONS;

/** The path of each function's `index.mjs`. */
export type Release = Record<FunctionName, string>;

/** The functions as they were deployed (`npm run write -- release`). */
export function lastRelease(folder: string): Release {
  const { functions } = codeOfLastRelease();
  return written(folder, (name, into) => {
    const files = Object.entries(functions).find(([id]) => id.startsWith(FUNCTIONS[name].id))?.[1];
    if (!files) throw new Error(`the last release has no function ${FUNCTIONS[name].id}`);
    for (const [file, content] of Object.entries(files)) writeFileSync(join(into, file), content);
  });
}

/** The functions as they would be deployed now. */
export function thisRelease(folder: string): Release {
  return written(folder, (name, into) => bundle(`lambdas/${FUNCTIONS[name].folder}/${name}.lambda.ts`, into));
}

function written(folder: string, write: (name: FunctionName, into: string) => void): Release {
  const names = Object.keys(FUNCTIONS) as FunctionName[];
  const indexes = names.map((name) => {
    const into = join(folder, name);
    mkdirSync(into, { recursive: true });
    write(name, into);
    return [name, join(into, 'index.mjs')];
  });
  return Object.fromEntries(indexes);
}
