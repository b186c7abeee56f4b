import { Command } from 'commander';
import { ApiError, createClient } from '../../client/typescript/create-client.ts';
import { jsonEscapingInvisible } from '../../contract/invisible.ts';
import { runningConnection } from '../connection.ts';
import { REGISTERED, registerReceiver } from './registration.ts';

/** Where the receivers of docs/receivers/ listen. No port of the local cloud (local/machine/ports.json). */
const RECEIVER_URL = 'http://127.0.0.1:8800/';

const program = new Command('npm run register-webhook --')
  .description(
    'Registers a webhook of your own receiver at the local cloud that `npm start` runs, and prints its secret as a command for the shell.',
  )
  .argument('[url]', 'the address of the receiver', RECEIVER_URL)
  .option('--events <names>', 'the events to get, separated by commas', (text) => text.split(','), ['*'])
  .addHelpText('after', `\nIt replaces the one that it registered before for the same address ("${REGISTERED}").`)
  .parse();

const [url = RECEIVER_URL] = program.processedArgs as [string?];
const { events } = program.opts<{ events: string[] }>();
try {
  const { site_url: siteUrl, api_key_id: apiKeyId, api_key: apiKey } = runningConnection();
  const { id, secret } = await registerReceiver(createClient({ siteUrl, apiKeyId, apiKey }), url, events);
  // A shell runs this line.
  if (!/^whsec_[A-Za-z0-9+/]+=*$/.test(secret)) throw new Error('the answer holds no secret of a webhook');
  console.log(`export WEBHOOK_SECRET=${secret} webhook_id=${Number(id)}`);
} catch (error) {
  const details = error instanceof ApiError ? ` ${jsonEscapingInvisible(error.details)}` : '';
  console.error(`register-webhook: ${error instanceof Error ? error.message : String(error)}${details}`);
  process.exitCode = 1;
}
