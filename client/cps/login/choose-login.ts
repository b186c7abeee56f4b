import type { Login, Mode } from '../api/connect.ts';
import { EXIT, Failure } from '../terminal/failure.ts';
import type { Machine } from '../terminal/machine.ts';
import { readApiKey } from './api-key.ts';
import { readSite } from './site.ts';
import { storedLogins } from './store.ts';

/** Options of every command, before or after its own words. */
export interface GlobalOptions {
  site?: string;
  mode?: Mode;
  json: boolean;
}

/** The site from the option or the environment. An empty variable counts as absent. */
export function siteNamed({ site }: Pick<GlobalOptions, 'site'>, { env }: Machine): string | undefined {
  return site ?? (env.CPS_SITE_URL || undefined);
}

/**
 * The site and key of a call. Site: `--site`, CPS_SITE_URL, or that of the last login. Key: CPS_API_KEY_ID and CPS_API_KEY, or
 * the stored one of that site.
 */
export function chooseLogin(options: GlobalOptions, machine: Machine, needed: Mode | undefined): Login {
  const { env } = machine;
  const named = siteNamed(options, machine);
  const site = named === undefined ? undefined : readSite(named);
  const mode = needed ?? options.mode;
  const login = env.CPS_API_KEY ? fromEnvironment(site, machine) : fromStore(site, mode, machine);
  if (mode === undefined || login.mode === mode) return login;
  throw new Failure(
    EXIT.notLoggedIn,
    `This needs a ${mode} key, and ${login.apiKeyId} in CPS_API_KEY_ID is a ${login.mode} key.`,
    {
      fix: `Set CPS_API_KEY_ID and CPS_API_KEY to a ${mode} key, or unset both and log in with one: cps login`,
    },
  );
}

function fromEnvironment(site: string | undefined, machine: Machine): Login {
  const { CPS_API_KEY_ID: id, CPS_API_KEY: key } = machine.env;
  const found = readApiKey(`${id ?? ''}\n${key}`);
  if (found === 'missing-id') {
    throw new Failure(EXIT.notLoggedIn, 'CPS_API_KEY is set, but CPS_API_KEY_ID is not.', { fix: 'Set both halves of the key.' });
  }
  const at = site ?? storedLogins(machine)[0]?.site;
  if (at) return { site: at, ...found };
  throw new Failure(EXIT.usage, 'CPS_API_KEY is set, but it is not said for which site.', {
    fix: 'Set CPS_SITE_URL, or give --site https://certificates.example.com',
  });
}

function fromStore(site: string | undefined, mode: Mode | undefined, machine: Machine): Login {
  const atSite = storedLogins(machine).filter((login) => login.site === (site ?? login.site));
  const login = atSite.find((one) => one.mode === (mode ?? one.mode));
  if (login) return login;
  const where = site ? ` at ${site}` : '';
  const kind = mode && atSite.length > 0 ? ` with a ${mode} key` : '';
  throw new Failure(EXIT.notLoggedIn, `You are not logged in${where}${kind}.`, {
    fix: `cps login${site ? ` --site ${site}` : ''}; in a program, set CPS_SITE_URL, CPS_API_KEY_ID and CPS_API_KEY.`,
  });
}
