import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { httpsExchange } from '../../lambdas/acme/exchange.gateway.ts';
import { acmeTlsFiles } from '../../local/machine/acme-tls.ts';
import { stateDir as layoutOf } from '../../local/machine/state-dir.ts';
import { stateDir } from './cloud.ts';

const folder = layoutOf(stateDir).pebble;
const { pebble } = JSON.parse(readFileSync(join(folder, 'config.json'), 'utf8'));
const exchange = httpsExchange({ trustedRootPem: readFileSync(acmeTlsFiles(folder).root, 'utf8') });

/** Sets the CA's suggested renewal window for a chain's first certificate (PEM), by its management interface. */
export async function suggestWindow(chainPem: string, start: Date, end: Date, explanationURL?: string): Promise<void> {
  const information = { suggestedWindow: { start, end }, explanationURL };
  const answer = await exchange({
    method: 'POST',
    url: `https://${pebble.managementListenAddress}/set-renewal-info/`,
    body: JSON.stringify({ Certificate: chainPem, ARIResponse: JSON.stringify(information) }),
    signal: AbortSignal.timeout(5_000),
  });
  if (answer.kind === 'failed' || answer.status !== 200) throw new Error(`the CA does not take it: ${JSON.stringify(answer)}`);
}
