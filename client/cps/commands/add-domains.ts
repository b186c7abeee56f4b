import { readFileSync } from 'node:fs';
import type { Schemas } from '../../typescript/create-client.ts';
import { type Api, withLongRetries } from '../api/connect.ts';
import { type Context, defineCommand, type Outcome } from '../command/command.ts';
import { readStdin } from '../login/prompt.ts';
import { EXIT, Failure, Interrupted, usageFailure } from '../terminal/failure.ts';
import { plural, toSafeText } from '../terminal/text.ts';
import { hostnameOf } from './find-domain.ts';
import { domainText } from './verdict.ts';

type Item = Schemas['BulkResult']['data'][number];

interface Added {
  url: string;
  status: 'created' | 'exists' | 'refused';
  id?: number;
  cname_target?: string;
  error?: { code: string; message: string; details?: unknown };
}

/** Limit of POST /api/domains/bulk. */
const BATCH = 100;
/** A list may take the rest of an hour, because the organization's limit counts by the hour. */
const PATIENCE_SECONDS = 2 * 3600;

export const add = defineCommand({
  name: 'domains add',
  says: 'creates domains, and shows the DNS record that each needs',
  about:
    'Several names, or a file, are sent by hundreds. Where a rate limit is used up, cps waits and goes on. Ctrl-C ends it after the\n' +
    'batch that is on its way; give the same list again to go on: names that are domains already are not created twice.',
  access: 'write',
  parameters: {
    hosts: { kind: 'texts', isArgument: true, says: 'their hostnames' },
    server: { kind: 'integer', says: 'the server that serves them; needed where you have several', value: 'id' },
    file: { kind: 'text', says: 'a file with a hostname in each line; - is standard input', value: 'path', isForPeople: true },
    metadata: { kind: 'texts', says: 'what to keep with them, as key=value; may be repeated', value: 'key=value' },
    validation: {
      kind: 'text',
      says: 'dns: the certificate is there before the traffic moves, by a record of its own; http unless given',
      value: 'http|dns',
    },
    quiet: { kind: 'flag', says: 'send nothing about them to your webhooks' },
  },
  examples: [
    'cps domains add shop.customer.com',
    'cps domains add shop.customer.com --server 2 --metadata tenant_id=t_42',
    'cps domains add shop.customer.com --validation dns',
    'cps domains add --file names.txt --json > result.json',
  ],
  async run(context, { hosts, server, file, metadata, validation, quiet }) {
    const names = [...new Set([...hosts, ...(file ? await linesOf(file, context) : [])].map(hostnameOf).filter(Boolean))];
    if (names.length === 0)
      throw usageFailure('No hostname was given.', 'cps domains add shop.customer.com, or --file names.txt');
    const api = await context.connect();
    const common = {
      server_id: server ?? (await onlyServer(api)),
      metadata: readMetadata(metadata),
      send_notifications: !quiet,
      // The API checks the value.
      ...(validation !== undefined && { validation: validation as 'http' | 'dns' }),
    };
    const [first] = names;
    // A list is answered with a list, whatever its length.
    if (first !== undefined && names.length === 1 && file === undefined) return addOne(api, { url: first, ...common }, context);
    return addMany(api, names, common, context);
  },
});

async function linesOf(file: string, { machine }: Context): Promise<string[]> {
  const text = file === '-' ? await readStdin(machine) : readNames(file);
  return text.split('\n').map((line) => line.replace(/#.*/, '').trim());
}

function readNames(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw usageFailure(
      `${file} cannot be read (${(cause as NodeJS.ErrnoException).code}).`,
      'Give a text file with a hostname in each line.',
    );
  }
}

function readMetadata(pairs: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const [, key, value] = /^([^=]+)=(.*)$/s.exec(pair) ?? [];
      if (key === undefined || value === undefined)
        throw usageFailure(`--metadata ${pair} has no "=".`, 'Write --metadata tenant_id=t_42');
      return [key, value];
    }),
  );
}

/** The server's name is optional when there is only one. */
async function onlyServer(api: Api): Promise<number> {
  const { data } = await api.read((client) => client.GET('/api/servers', { params: { query: { limit: 20 } } }));
  const [server, other] = data;
  if (server && !other) return server.id;
  if (!server)
    throw usageFailure(
      'You have no server yet.',
      'cps servers add creates one; --server 1 creates it with the domain, where the deployment allows that.',
    );
  const known = data.map(({ id, name }) => `${id} (${toSafeText(name)})`).join(', ');
  throw usageFailure('You have several servers, and it is not said which one serves the domain.', `Give --server: ${known}`);
}

async function addOne(api: Api, body: Schemas['CreateDomainRequest'], { terminal }: Context): Promise<Outcome> {
  const domain = await api
    .write((client) => client.POST('/api/domains', { body }))
    .catch((error: unknown) => {
      throw withNextStep(error, body.url);
    });
  const warnings = (domain.warnings ?? []).map(({ code, message }) => `Warning: ${toSafeText(message)} (${toSafeText(code)})`);
  const next = `\nTo wait until it is served: cps domains watch ${domain.url}`;
  return { json: domain, text: [...warnings, domainText(domain, terminal), next].join('\n') };
}

/** Adds the command that helps, which the API's message cannot name. */
function withNextStep(error: unknown, url: string): unknown {
  const claim =
    error instanceof Failure && (error.problem?.details.claim as { type: string; name: string; value: string } | undefined);
  const existing = error instanceof Failure && error.problem?.details.existing_domain_id;
  if (!(error instanceof Failure) || !error.problem || !(claim || existing)) return error;
  const fix = claim
    ? `If ${url} is your customer's: publish the record ${toSafeText(`${claim.type} ${claim.name} with the value ${claim.value}`)}, and repeat this command.`
    : `It is a domain of yours already: cps domains show ${existing}`;
  return new Failure(error.exit, error.message, { fix, problem: error.problem });
}

async function addMany(api: Api, names: readonly string[], common: object, context: Context): Promise<Outcome> {
  const { terminal, signal } = context;
  const added: Added[] = [];
  let stopped: unknown;
  for (let first = 0; first < names.length && stopped === undefined; first += BATCH) {
    const batch = names.slice(first, first + BATCH);
    terminal.progress(`${progressBar(first, names.length)} ${first} of ${names.length}`);
    try {
      const items = await sendBatch(api, batch, common, context);
      added.push(...items.map((item) => addedOf(batch[item.index] ?? '', item)));
    } catch (error) {
      stopped = error;
    }
    if (signal.aborted) stopped ??= new Interrupted();
  }
  return bulkOutcome(added, names.length, stopped, context);
}

/** When every item of a batch fails, the 422 contains each item's error. */
async function sendBatch(
  api: Api,
  batch: readonly string[],
  common: object,
  { machine, terminal }: Context,
): Promise<readonly Item[]> {
  const domains = batch.map((url) => ({ url, ...common })) as Schemas['CreateDomainRequest'][];
  const request = { body: { domains } };
  try {
    const send = () => api.write((client) => client.POST('/api/domains/bulk', request));
    return (await withLongRetries(send, PATIENCE_SECONDS, machine, terminal)).data;
  } catch (error) {
    const items = error instanceof Failure ? (error.problem?.details.items as Item[] | undefined) : undefined;
    if (items) return items;
    throw error;
  }
}

function addedOf(url: string, item: Item): Added {
  if ('domain' in item) return { url, status: 'created', id: item.domain.id, cname_target: item.domain.cname_target };
  const { error } = item;
  const existing = (error.details as { existing_domain_id?: number } | undefined)?.existing_domain_id;
  return existing === undefined ? { url, status: 'refused', error } : { url, status: 'exists', id: existing };
}

function bulkOutcome(added: readonly Added[], asked: number, stopped: unknown, { terminal }: Context): Outcome {
  const count = (status: Added['status']) => added.filter((one) => one.status === status).length;
  const unsent = asked - added.length;
  const summary = { created: count('created'), existed: count('exists'), refused: count('refused'), not_sent: unsent };
  const lines = added.map(({ url, status, id, cname_target: target, error }) => {
    const mark = status === 'refused' ? terminal.style('red', status) : status;
    return `${mark.padEnd(8)} ${url}  ${error ? toSafeText(messageOf(error)) : `${id}${target ? `  CNAME ${target}` : ''}`}`;
  });
  const sum = `${plural(summary.created, 'domain')} created, ${summary.existed} existed, ${summary.refused} refused, ${unsent} not sent.`;
  if (stopped !== undefined) terminal.note(goOnNote(unsent));
  if (stopped !== undefined && added.length === 0) throw stopped;
  const failure = stopped instanceof Failure ? stopped : undefined;
  const whole = summary.refused > 0 ? EXIT.unfinished : EXIT.done;
  return {
    json: { data: added, summary, ...(failure && { error: { message: failure.message, ...failure.problem } }) },
    text: [...lines, sum, ...(failure ? [`Stopped: ${failure.message}`, `fix: ${failure.fix}`] : [])].join('\n'),
    exit: failure?.exit ?? (stopped ? EXIT.interrupted : whole),
  };
}

function goOnNote(unsent: number): string {
  return `${plural(unsent, 'name')} not sent. Give the same list again to go on: what is a domain already is not created twice.`;
}

/** The messages about each field, instead of the general one. */
function messageOf({ message, details }: NonNullable<Added['error']>): string {
  const errors = (details as { errors?: Record<string, string[]> } | undefined)?.errors;
  return errors
    ? Object.entries(errors)
        .map(([field, texts]) => `${field} ${texts.join('; ')}`)
        .join('; ')
    : message;
}

function progressBar(done: number, all: number): string {
  const width = 20;
  const filled = Math.round((done / all) * width);
  return `${'█'.repeat(filled)}${'░'.repeat(width - filled)}`;
}
