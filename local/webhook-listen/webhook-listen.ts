import { randomBytes } from 'node:crypto';
import { styleText } from 'node:util';
import { Command, InvalidArgumentError, Option } from 'commander';
import { ApiError, createClient } from '../../client/typescript/create-client.ts';
import { jsonEscapingInvisible } from '../../contract/invisible.ts';
import { runningConnection } from '../connection.ts';
import { stopRequest } from '../machine/stop-request.ts';
import { arrivalLine } from './arrival.ts';
import { ownWebhooks } from './registration.ts';
import { startListener } from './server.ts';

/** Options of the command line. */
interface Options {
  events: string[];
  port: number;
  fail?: number;
  delay: number;
}

const LAST_PORT = 65_535;
/** 1xx is no final answer, and Node sends none above 599. */
const STATUSES = [200, 599] as const;
const A_DAY_MS = 86_400_000;

const options = new Command('npm run webhook-listen --')
  .description('Receives the webhooks of the local cloud that `npm start` runs, verifies and prints them, until Ctrl-C.')
  .addOption(
    new Option('--events <names>', 'the events to get, separated by commas')
      .argParser((text) => text.split(','))
      .default(['*'], 'all'),
  )
  .option('--port <port>', 'where to listen on 127.0.0.1; 0: a free port', integerBetween(0, LAST_PORT), 0)
  .option(
    '--fail <status>',
    `answer every delivery with this status, ${STATUSES.join(' to ')}, to watch the retries`,
    integerBetween(...STATUSES),
  )
  .option('--delay <ms>', 'wait before each answer', integerBetween(0, A_DAY_MS), 0)
  .addHelpText(
    'after',
    '\nIt registers a webhook of its own and deletes it at the end. docs/guides/webhooks.md tells what arrives.',
  )
  .parse()
  .opts<Options>();

const stop = stopRequest();
try {
  await listen(options);
} catch (error) {
  const details = error instanceof ApiError ? ` ${jsonEscapingInvisible(error.details)}` : '';
  console.error(styleText('red', `webhook-listen: ${error instanceof Error ? error.message : String(error)}${details}`));
  process.exitCode = 1;
}

async function listen({ events, port, fail, delay }: Options): Promise<void> {
  const { site_url: siteUrl, api_key_id: apiKeyId, api_key: apiKey } = runningConnection();
  const webhooks = ownWebhooks(createClient({ siteUrl, apiKeyId, apiKey }));
  // Generated here, so a delivery that arrives before the answer to the registration can be verified.
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  const listener = await startListener({
    port,
    secret,
    ...(fail !== undefined && { status: fail }),
    delayMs: delay,
    onArrival: (arrival) => console.log(arrivalLine(arrival, new Date())),
  });
  try {
    const removed = await webhooks.removeFormer();
    if (removed > 0) console.log(`Deleted what was left of an earlier run (webhooks: ${removed}).`);
    const id = await webhooks.register(listener.url, events, secret);
    console.log(`Webhook ${id} sends ${events.join(', ')} to ${listener.url} until Ctrl-C.\n`);
    await stop.asked;
    await webhooks.remove(id);
    console.log(`\nDeleted webhook ${id}.`);
  } finally {
    listener.close();
  }
}

function integerBetween(least: number, most: number) {
  return (text: string): number => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`It is a whole number from ${least} to ${most}.`);
  };
}
