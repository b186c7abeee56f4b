import { execFileSync } from 'node:child_process';
import { chmod, chown, copyFile, mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { anyFreePort } from '../../../../local/machine/free-ports.ts';
import { requireAnswer } from '../../../../local/processes/checks.ts';
import { type Component, component } from '../../../../local/processes/component.ts';
import type { ProcessTable } from '../../../../local/processes/process-table.ts';
import { type Place, PROGRAM_NAMES, PROGRAMS, type Program, type ProgramName } from './programs.ts';

type WebPorts = Pick<Place, 'httpPort' | 'httpsPort'>;

/** The user of Debian's web servers, if the tests run as root: it can read keys only through the group. */
const WEB_USER = 'www-data';
const webUser = process.geteuid?.() === 0 && exists('getent', 'passwd', WEB_USER) ? WEB_USER : undefined;

/**
 * A web server as in its recipe, on its own address, not started yet, with the options of its agent.
 * `folder`: for this machine alone; `host`: the address is 127.0.0.`host`.
 */
export async function planWebServer(
  name: ProgramName,
  installed: string,
  folder: string,
  ports: WebPorts,
  table: ProcessTable,
  host = hostOf(name),
): Promise<{ place: Place; agentOptions: string[]; webServer: Component }> {
  // Resets the umask to that of an integrator's server. The tests inherit the local cloud's (makeStatePrivate), which would lock
  // out the web server's user.
  process.umask(0o022);
  const program = PROGRAMS[name];
  const place = await settlePlace(host, folder, ports);
  const binary = await enterable(name, installed, place);
  return {
    place,
    agentOptions: agentOptionsOf(name, place, program.reload(place, binary)),
    webServer: await componentOf(name, binary, program, place, table),
  };
}

const hostOf = (name: ProgramName) => 10 + PROGRAM_NAMES.indexOf(name);

async function settlePlace(host: number, folder: string, ports: WebPorts): Promise<Place> {
  const place = {
    address: `127.0.0.${host}`,
    secondAddress: `127.0.1.${host}`,
    ...ports,
    agentPort: await anyFreePort(),
    caddyPort: await anyFreePort(),
    applicationPort: await startApplication(),
    agentFolder: join(folder, 'agent'),
    folder: join(folder, 'web-server'),
  };
  await mkdir(place.folder, { recursive: true });
  for (const entered of [dirname(folder), folder, place.folder]) await chmod(entered, 0o755);
  if (webUser) await chown(place.folder, Number(idOf('-u')), Number(idOf('-g')));
  return place;
}

function agentOptionsOf(name: ProgramName, place: Place, reload: string): string[] {
  const ports = ['--port', String(place.agentPort), '--address', place.address, '--https-port', String(place.httpsPort)];
  const rights = webUser ? ['--group', webUser] : [];
  const caddy = name === 'caddy' ? ['--caddy-port', String(place.caddyPort)] : [];
  return ['--dir', place.agentFolder, ...ports, ...rights, ...caddy, '--reload', reload];
}

async function componentOf(
  name: string,
  binary: string,
  { files, args, beforeStart }: Program,
  place: Place,
  table: ProcessTable,
) {
  for (const [file, content] of Object.entries(files(place, binary))) await writeFile(join(place.folder, file), content);
  const asWebUser = webUser ? ['setpriv', `--reuid=${webUser}`, `--regid=${webUser}`, '--clear-groups', '--'] : [];
  const before = beforeStart ? `${beforeStart(place)}; ` : '';
  const [command = '', ...others] = [...asWebUser, 'sh', '-c', `${before}exec "$@"`, 'sh', binary, ...args(place)];
  return component(
    {
      name,
      command,
      args: others,
      cwd: place.folder,
      env: { HOME: place.folder, XDG_CONFIG_HOME: place.folder, XDG_DATA_HOME: place.folder },
      check: () => requireAnswer(`http://${place.address}:${place.httpPort}/`, [301]),
    },
    { logs: dirname(place.folder), table, onCrash: console.error },
  );
}

/** The integrator's application behind the web server: answers with the Host header. */
async function startApplication(): Promise<number> {
  const application = createServer(({ headers }, response) => response.end(`${headers.host}\n`));
  // Longer than any web server keeps a connection to it.
  application.keepAliveTimeout = 300_000;
  await new Promise<void>((resolve) => {
    application.listen(0, '127.0.0.1', resolve);
  });
  application.unref();
  return (application.address() as AddressInfo).port;
}

/** Copies the local cloud's Caddy, whose folder is private, to one that the user can enter. */
async function enterable(name: ProgramName, installed: string, { folder }: Place): Promise<string> {
  if (name !== 'caddy' || !webUser) return installed;
  const copy = join(folder, name);
  await copyFile(installed, copy);
  await chmod(copy, 0o755);
  return copy;
}

const idOf = (what: '-u' | '-g') => execFileSync('id', [what, WEB_USER], { encoding: 'utf8' });

function exists(...[command, ...args]: [string, ...string[]]): boolean {
  try {
    execFileSync(command, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
