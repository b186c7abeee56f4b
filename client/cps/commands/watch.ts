import type { Schemas } from '../../typescript/create-client.ts';
import { type Api, withLongRetries } from '../api/connect.ts';
import { type Context, defineCommand } from '../command/command.ts';
import { EXIT, Failure } from '../terminal/failure.ts';
import { toSafeText } from '../terminal/text.ts';
import { DOMAIN_ARGUMENT, findDomain } from './find-domain.ts';
import { domainText } from './verdict.ts';

type Domain = Schemas['Domain'];

/** Short at first, for a record that was just set; then 30 s: 120 requests an hour of 1,000. */
const FIRST_PAUSE_MS = 2_000;
const MAX_PAUSE_MS = 30_000;
const PAUSE_GROWS_BY = 1.2;
const USUAL_MINUTES = 60;
const FRAMES = '⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏';

export const watch = defineCommand({
  name: 'domains watch',
  says: 'waits until a domain is served over HTTPS, and tells each change',
  about:
    'It ends when the certificate is active, when the domain is in error, or after --minutes. A lost network only makes it wait.',
  access: 'person',
  parameters: {
    domain: DOMAIN_ARGUMENT,
    minutes: { kind: 'integer', says: `how long to wait; ${USUAL_MINUTES} unless given`, value: 'number' },
  },
  examples: ['cps domains watch shop.customer.com', 'cps domains watch shop.customer.com --minutes 5 --json'],
  async run(context, { domain: reference, minutes = USUAL_MINUTES }) {
    const { connect, machine, terminal, signal } = context;
    const api = await connect();
    let domain = await findDomain(api, reference);
    const endsAt = machine.now() + minutes * 60_000;
    let pause = FIRST_PAUSE_MS;
    tellChange(domain, undefined, context);
    while (!isDecided(domain) && machine.now() < endsAt) {
      await waitFor(Math.min(pause, endsAt - machine.now()), domain, context);
      pause = Math.min(pause * PAUSE_GROWS_BY, MAX_PAUSE_MS);
      const secondsLeft = (endsAt - machine.now()) / 1000;
      const next = await readIfReachable(api, domain.id, secondsLeft, context);
      if (next && tellChange(next, domain, context)) pause = FIRST_PAUSE_MS;
      domain = next ?? domain;
      signal.throwIfAborted();
    }
    const isServed = domain.ssl_status === 'active' && !needsSomebody(domain);
    const waited = isDecided(domain)
      ? ''
      : `\nNot served after ${minutes} min. To go on waiting: cps domains watch ${domain.url}`;
    return { json: domain, text: `${domainText(domain, terminal)}${waited}`, exit: isServed ? EXIT.done : EXIT.unfinished };
  },
});

function isDecided({ ssl_status: ssl, dns_status: dns }: Domain): boolean {
  return ssl === 'active' || ssl === 'error' || dns === 'error';
}

function needsSomebody({ diagnosis }: Domain): boolean {
  return diagnosis.actor !== 'nobody';
}

/** Prints a line for each change. Returns whether there was one. */
function tellChange(domain: Domain, before: Domain | undefined, { terminal, machine }: Context): boolean {
  const { dns_status: dns, ssl_status: ssl, diagnosis } = domain;
  const says = `dns ${dns}, certificate ${ssl}: ${toSafeText(diagnosis.summary)}${needsSomebody(domain) ? ` (who acts: ${diagnosis.actor})` : ''}`;
  const isSame =
    before && before.dns_status === dns && before.ssl_status === ssl && before.diagnosis.summary === diagnosis.summary;
  if (isSame) return false;
  const time = new Date(machine.now()).toISOString().slice('YYYY-MM-DDT'.length, -'.000Z'.length);
  if (!isDecided(domain) || before) terminal.note(`${time}  ${says}`);
  return true;
}

async function waitFor(milliseconds: number, { url }: Domain, { machine, terminal, signal }: Context): Promise<void> {
  const step = machine.stderr.isTTY ? 200 : milliseconds;
  for (let at = 0; at < milliseconds; at += step) {
    const frame = FRAMES[Math.floor(at / 200) % FRAMES.length];
    terminal.progress(`${frame} waiting for ${url}`);
    await machine.sleep(Math.min(step, milliseconds - at), signal);
  }
}

/** Undefined while there is no network. */
async function readIfReachable(
  api: Api,
  id: number,
  secondsLeft: number,
  { terminal, machine }: Context,
): Promise<Domain | undefined> {
  const readOnce = () => api.read((client) => client.GET('/api/domains/{id}', { params: { path: { id } } }));
  try {
    return await withLongRetries(readOnce, secondsLeft, machine, terminal);
  } catch (error) {
    if (!(error instanceof Failure) || error.exit !== EXIT.unreachable) throw error;
    terminal.progress(`${error.message} Trying again`);
    return undefined;
  }
}
