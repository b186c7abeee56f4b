import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Login } from '../api/connect.ts';
import { EXIT, Failure } from '../terminal/failure.ts';
import type { Machine } from '../terminal/machine.ts';

interface StoredLogin {
  site: string;
  mode: 'live' | 'test';
  api_key_id: string;
  api_key: string;
}

const OTHERS_MAY = 0o077;

/** `credentials.json` in the system's settings folder: XDG_CONFIG_HOME, or AppData on Windows. */
export function credentialsFile({ env, platform, homeFolder }: Machine): string {
  const settings = platform === 'win32' ? env.APPDATA || join(homeFolder, 'AppData', 'Roaming') : xdgFolder(env, homeFolder);
  return join(settings, 'cps', 'credentials.json');
}

/** The XDG specification requires that relative paths are ignored. */
function xdgFolder(env: Machine['env'], homeFolder: string): string {
  return env.XDG_CONFIG_HOME?.startsWith('/') ? env.XDG_CONFIG_HOME : join(homeFolder, '.config');
}

/** Latest login first. Empty without a file. */
export function storedLogins(machine: Machine): Login[] {
  const file = credentialsFile(machine);
  const text = readIfAny(file);
  if (text === undefined) return [];
  refuseOpenFile(file, machine);
  return parseLogins(text, file).map(({ site, mode, api_key_id: apiKeyId, api_key: apiKey }) => ({
    site,
    mode,
    apiKeyId,
    apiKey,
  }));
}

/** One login per site and mode. This one becomes the first. */
export function storeLogin(login: Login, machine: Machine): void {
  const others = storedLogins(machine).filter(({ site, mode }) => site !== login.site || mode !== login.mode);
  writeLogins([login, ...others], machine);
}

/** Returns the removed logins. Without a site and a mode: all. */
export function removeLogins(wanted: { site?: string; mode?: string }, machine: Machine): Login[] {
  const all = storedLogins(machine);
  const gone = all.filter(({ site, mode }) => site === (wanted.site ?? site) && mode === (wanted.mode ?? mode));
  const left = all.filter((login) => !gone.includes(login));
  if (left.length === 0) rmSync(credentialsFile(machine), { force: true });
  else writeLogins(left, machine);
  return gone;
}

/** Atomic: writes a temporary file and renames it. */
function writeLogins(logins: readonly Login[], machine: Machine): void {
  const file = credentialsFile(machine);
  const stored: StoredLogin[] = logins.map(({ site, mode, apiKeyId, apiKey }) => ({
    site,
    mode,
    api_key_id: apiKeyId,
    api_key: apiKey,
  }));
  const beside = `${file}.${process.pid}.tmp`;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(beside, `${JSON.stringify({ logins: stored }, null, 2)}\n`, { mode: 0o600 });
    chmodSync(beside, 0o600); // whatever the umask
    renameSync(beside, file);
  } catch (cause) {
    if (existsSync(beside)) rmSync(beside);
    throw new Failure(EXIT.usage, `${file} cannot be written (${codeOf(cause)}).`, {
      fix: 'Make its folder writable for you, or name another: XDG_CONFIG_HOME. Without a file, set CPS_SITE_URL, CPS_API_KEY_ID and CPS_API_KEY.',
      cause,
    });
  }
}

function readIfAny(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(cause))) return undefined;
    throw new Failure(EXIT.notLoggedIn, `${file} cannot be read (${codeOf(cause)}).`, {
      fix: `Give it back to yourself: sudo chown "$USER" '${file}' && chmod 600 '${file}'`,
      cause,
    });
  }
}

function refuseOpenFile(file: string, { platform }: Machine): void {
  const mode = statSync(file).mode & 0o777;
  if (platform === 'win32' || (mode & OTHERS_MAY) === 0) return;
  throw new Failure(
    EXIT.notLoggedIn,
    `Others on this machine may read your API keys: ${file} has the mode ${mode.toString(8)}.`,
    {
      fix: `chmod 600 '${file}'. If others were on this machine meanwhile, rotate the keys in it.`,
    },
  );
}

function parseLogins(text: string, file: string): StoredLogin[] {
  try {
    const { logins } = JSON.parse(text) as { logins: StoredLogin[] };
    if (
      logins.every(({ site, mode, api_key_id: id, api_key: key }) =>
        [site, mode, id, key].every((one) => typeof one === 'string'),
      )
    )
      return logins;
  } catch {
    // handled below
  }
  throw new Failure(EXIT.notLoggedIn, `${file} is not what cps has written.`, {
    fix: `Delete it and log in again: rm '${file}' && cps login`,
  });
}

function codeOf(error: unknown): string {
  return String((error as NodeJS.ErrnoException).code);
}
