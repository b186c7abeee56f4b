import { accessSync, constants, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { PROJECT } from '../../../../local/machine/environment.ts';
import { installPythonTools, locateTools } from '../../../../local/machine/tools.ts';
import { recipeAt } from '../../../docs/recipes.ts';

/** Address, ports and folders of one web server: a loopback address in place of a machine. */
export interface Place {
  address: string;
  /** A second address for recipes that also listen on IPv6. */
  secondAddress: string;
  httpPort: number;
  httpsPort: number;
  agentPort: number;
  /** Where Caddy gets certificates from the agent. */
  caddyPort: number;
  applicationPort: number;
  agentFolder: string;
  /** The web server's own. */
  folder: string;
}

export interface Program {
  /** Configuration files, by name in the place's folder. */
  files: (place: Place, binary: string) => Record<string, string>;
  /** Arguments for the foreground. */
  args: (place: Place) => string[];
  /** ExecStartPre of its unit. */
  beforeStart?: (place: Place) => string;
  /** ExecReload of its unit, as a shell command. */
  reload: (place: Place, binary: string) => string;
  /** Reads chain and key one after the other at each handshake, which may fall into the replacement, as its recipe says. */
  mayTear?: true;
}

export const PROGRAM_NAMES = ['nginx', 'haproxy', 'caddy', 'apache2'] as const;
export type ProgramName = (typeof PROGRAM_NAMES)[number];

/** Debian's own configuration around the recipes, as far as it works without root. */
export const PROGRAMS: Record<ProgramName, Program> = {
  nginx: {
    files: (place) => ({
      'nginx.conf': `daemon off;
pid ${place.folder}/pid;
error_log stderr;
events {}
http {
    access_log off;
    ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${place.folder}/${kind};`).join('\n    ')}
    include ${place.folder}/customers.conf;
}
`,
      'customers.conf': recipeAt('nginx', 'customers.conf', {
        ...agentAndApplication(place),
        'listen 80 ': `listen ${place.address}:${place.httpPort} `,
        'listen 443 ': `listen ${place.address}:${place.httpsPort} `,
        'listen [::]:80 ': `listen ${place.secondAddress}:${place.httpPort} `,
        'listen [::]:443 ': `listen ${place.secondAddress}:${place.httpsPort} `,
      }),
    }),
    args: ({ folder }) => ['-e', 'stderr', '-c', `${folder}/nginx.conf`],
    reload: ({ folder }, binary) => `${binary} -e stderr -c ${folder}/nginx.conf -s reload`,
    mayTear: true,
  },
  haproxy: {
    files: (place) => ({
      'haproxy.cfg': `defaults
    timeout connect 5000
    timeout client 50000
    timeout server 50000

${recipeAt('haproxy', 'haproxy.cfg', {
  ...agentAndApplication(place),
  ':::80 v4v6': `${place.address}:${place.httpPort}`,
  ':::443 v4v6': `${place.address}:${place.httpsPort}`,
})}`,
    }),
    args: ({ folder }) => ['-Ws', '-f', `${folder}/haproxy.cfg`, '-p', `${folder}/pid`],
    reload: ({ folder }, binary) => `${binary} -Ws -f ${folder}/haproxy.cfg -c -q && kill -USR2 $(cat ${folder}/pid)`,
  },
  caddy: {
    files: (place) => ({
      Caddyfile: recipeAt('caddy', 'Caddyfile', {
        ...agentAndApplication(place),
        '/run/caddy/': `${place.folder}/`,
        'auto_https off': `auto_https off\n\tdefault_bind ${place.address}`,
        'http:// {': `http://:${place.httpPort} {`,
        'https:// {': `https://:${place.httpsPort} {`,
      }),
    }),
    args: ({ folder }) => ['run', '--config', `${folder}/Caddyfile`],
    reload: ({ folder }, binary) => `${binary} reload --config ${folder}/Caddyfile --force`,
  },
  apache2: {
    files: (place, binary) => ({
      'apache2.conf': `ServerRoot ${place.folder}
ServerName ${place.address}
PidFile ${place.folder}/pid
DefaultRuntimeDir ${place.folder}
ErrorLog ${place.folder}/error.log
${APACHE_MODULES.map((name) => `LoadModule ${name}_module ${apacheModules(binary)}/mod_${name}.so`).join('\n')}
Listen ${place.address}:${place.httpPort}
Listen ${place.address}:${place.httpsPort}
Include ${place.folder}/customers.conf
`,
      'customers.conf': recipeAt('apache', 'customers.conf', {
        ...agentAndApplication(place),
        '/etc/apache2/': `${place.folder}/`,
        '*:80>': `*:${place.httpPort}>`,
        '*:443>': `*:${place.httpsPort}>`,
      }),
      'list-customers': recipeAt('apache', 'list-customers', {
        '/var/lib/cps-agent': place.agentFolder,
        '/etc/apache2/': `${place.folder}/`,
      }),
    }),
    args: ({ folder }) => ['-D', 'FOREGROUND', '-f', `${folder}/apache2.conf`],
    beforeStart: ({ folder }) => `sh ${folder}/list-customers`,
    // Not `-k graceful`: it starts a new Apache if none runs, which nothing would stop.
    reload: ({ folder }, binary) =>
      `sh ${folder}/list-customers && ${binary} -f ${folder}/apache2.conf -t && kill -USR1 $(cat ${folder}/pid)`,
  },
};

/** Debian's default modules, and those of the recipe's `a2enmod`. */
const APACHE_MODULES = 'mpm_event authz_core ssl proxy proxy_http headers macro rewrite'.split(' ');

function agentAndApplication({ agentFolder, agentPort, applicationPort }: Place): Record<string, string> {
  return {
    '/var/lib/cps-agent': agentFolder,
    '127.0.0.1:8600': `127.0.0.1:${agentPort}`,
    '127.0.0.1:3000': `127.0.0.1:${applicationPort}`,
  };
}

function apacheModules(binary: string): string {
  return join(dirname(realpathSync(binary)), '..', 'lib', 'apache2', 'modules');
}

/** Undefined: not installed. Caddy is that of the local cloud. */
export async function findProgram(name: ProgramName): Promise<string | undefined> {
  if (name === 'caddy')
    return locateTools(await installPythonTools({ logs: join(PROJECT, '.local'), signal: undefined }), '').caddy;
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
