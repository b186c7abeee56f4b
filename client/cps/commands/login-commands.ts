import type { Schemas } from '../../typescript/create-client.ts';
import { wrongServiceFailure } from '../api/api-failure.ts';
import { clockNote, connectTo } from '../api/connect.ts';
import { type Context, defineCommand, type Outcome } from '../command/command.ts';
import { type ApiKey, isOnlyKeyId, readApiKey } from '../login/api-key.ts';
import { siteNamed } from '../login/choose-login.ts';
import { openPrompt, readStdin } from '../login/prompt.ts';
import { isUnencrypted, readSite } from '../login/site.ts';
import { credentialsFile, removeLogins, storedLogins, storeLogin } from '../login/store.ts';
import { usageFailure } from '../terminal/failure.ts';
import { factLines, toSafeText } from '../terminal/text.ts';

type Organization = Schemas['Organization'];

export const login = defineCommand({
  name: 'login',
  says: 'keeps the API key of a site, after a check with the API',
  about:
    'The key is read from a prompt, or from a pipe: never from the command line, which other programs can see. A login of another\n' +
    'site, or with a key of the other mode, stands beside this one; the last login is used unless --site, --live or --test says another.',
  access: 'person',
  parameters: {},
  examples: [
    'cps login --site https://certificates.example.com',
    'printenv CPS_API_KEY | cps login --site https://certificates.example.com',
  ],
  async run(context) {
    const { machine, terminal, options } = context;
    const { site, key } = machine.stdin.isTTY ? await askPerson(context) : await readPipe(context);
    if (options.mode && key.mode !== options.mode)
      throw usageFailure(`This is a ${key.mode} key.`, `Leave --${options.mode} out.`);
    if (isUnencrypted(site))
      terminal.note(`Warning: ${site} is not encrypted: everybody between can read your key. Use https://.`);
    const api = connectTo({ site, ...key }, machine, terminal, { maxRetries: 0 });
    const organization = await api.read((client) => client.GET('/api/organization'));
    if (typeof organization.key?.id !== 'string') throw wrongServiceFailure(site, 'with JSON of something else');
    storeLogin({ site, ...key }, machine);
    const note = clockNote(api);
    if (note) terminal.note(note);
    return {
      json: { site, mode: key.mode, organization, file: credentialsFile(machine) },
      text: `Logged in.\n${whoText(site, organization)}\nKept in ${credentialsFile(machine)}, which only you can read.`,
    };
  },
});

async function askPerson({ machine, options }: Context): Promise<{ site: string; key: ApiKey }> {
  const prompt = openPrompt(machine);
  try {
    const named = siteNamed(options, machine);
    const last = storedLogins(machine)[0]?.site;
    const answer =
      named ?? ((await prompt.ask(`Site${last ? ` [${last}]` : ' (https://certificates.example.com)'}: `)) || (last ?? ''));
    const site = readSite(answer);
    const first = await prompt.ask('API key (sk_…; it is not shown): ', { isHidden: true });
    const pasted = isOnlyKeyId(first) ? `${first}\n${await prompt.ask('Its other half (sk_…): ', { isHidden: true })}` : first;
    const key = readApiKey(pasted);
    if (key !== 'missing-id') return { site, key };
    return { site, key: requireWhole(readApiKey(`${await prompt.ask('API key id (cps_pk_…): ')}\n${pasted}`)) };
  } finally {
    prompt.close();
  }
}

async function readPipe({ machine, options }: Context): Promise<{ site: string; key: ApiKey }> {
  const named = siteNamed(options, machine) ?? storedLogins(machine)[0]?.site;
  if (named === undefined) throw usageFailure('It is not said for which site the key is.', 'Give --site, or set CPS_SITE_URL.');
  return { site: readSite(named), key: requireWhole(readApiKey(await readStdin(machine))) };
}

function requireWhole(key: ReturnType<typeof readApiKey>): ApiKey {
  if (key !== 'missing-id') return key;
  throw usageFailure('This key does not say its id, and the id (cps_pk_…) was not given.', 'Give both halves, a line each.');
}

export const logout = defineCommand({
  name: 'logout',
  says: 'forgets the kept keys of a site, or all',
  about: 'The keys go on working: revoke one in the dashboard if somebody else may have it.',
  access: 'person',
  parameters: { all: { kind: 'flag', says: 'of every site; with --test or --live only the keys of that mode' } },
  examples: ['cps logout', 'cps logout --site https://certificates.example.com --test', 'cps logout --all'],
  async run({ machine, options }, { all }): Promise<Outcome> {
    const named = siteNamed(options, machine);
    const site = named === undefined ? storedLogins(machine)[0]?.site : readSite(named);
    const gone = removeLogins({ ...(!all && site && { site }), ...(options.mode && { mode: options.mode }) }, machine);
    return {
      json: { forgotten: gone.map(({ site: at, mode, apiKeyId }) => ({ site: at, mode, api_key_id: apiKeyId })) },
      text:
        gone.map(({ site: at, apiKeyId }) => `Forgot ${apiKeyId} of ${at}. It goes on working until it is revoked.`).join('\n') ||
        'There was no login.',
    };
  },
});

export const whoami = defineCommand({
  name: 'whoami',
  says: 'shows the site, the organization and the key that are used, and what is left of the limits',
  access: 'read',
  parameters: {},
  examples: ['cps whoami', 'cps whoami --test --json'],
  async run({ connect, terminal }) {
    const api = await connect();
    const organization = await api.read((client) => client.GET('/api/organization'));
    const note = clockNote(api);
    if (note) terminal.note(note);
    return { json: { site: api.site, ...organization }, text: whoText(api.site, organization) };
  },
});

function whoText(site: string, { name, id, livemode, key, limits }: Organization): string {
  const used = Object.entries(limits).map(
    ([limit, { used: count, limit: most }]) => [limit.replaceAll('_', ' '), `${count} of ${most} used`] as const,
  );
  return factLines([
    ['site', site],
    ['organization', `${toSafeText(name)} (${id})`],
    ['mode', livemode ? 'live' : 'test'],
    ['key', `${toSafeText(key.name)} (${key.id})`],
    ['may', key.permissions.join(', ')],
    ...used,
  ]);
}
