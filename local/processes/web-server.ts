import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Ports } from '../machine/ports.ts';
import type { StateDir } from '../machine/state-dir.ts';
import { requireAnswer } from './checks.ts';
import type { ComponentSpec } from './component.ts';

export interface WebServer {
  /** The Caddy command. */
  command: string;
  /** Of Caddy's own API, by which the agent's reload reaches it. */
  adminPort: number;
}

/** The integrator's web server, beside which our agent runs: another process than the front door, as it is on AWS. */
export function webServer({ command, adminPort }: WebServer, state: StateDir, ports: Ports): ComponentSpec {
  return {
    name: 'web-server',
    command,
    args: ['run', '--config', configFile(state), '--adapter', 'caddyfile'],
    env: { XDG_CONFIG_HOME: state.caddy, XDG_DATA_HOME: state.caddy },
    prepare: async () => {
      await mkdir(join(state.agent, 'combined'), { recursive: true, mode: 0o700 });
      await writeFile(configFile(state), webServerConfig(ports, adminPort, state));
    },
    check: () => requireAnswer(`http://127.0.0.1:${ports.edgeHttp}/`),
  };
}

/** What the agent runs when certificates have changed; the configuration has not, so the reload is forced. */
export function reloadCommand({ command, adminPort }: WebServer, state: StateDir): string {
  return `"${command}" reload --force --config "${configFile(state)}" --adapter caddyfile --address 127.0.0.1:${adminPort}`;
}

/**
 * `auto_https off`: it asks no public CA and opens no port for redirects. Certificates come from the agent's folder, read at
 * each reload and then kept in memory, so that they are served on while the agent is down; a new one comes from the agent
 * itself before that, at a secret path in a file of its folder (`*`: on a first start it is not there yet, and
 * read at the agent's reload). The challenge keeps its Host header, by which the agent knows whose it is.
 */
export function webServerConfig(ports: Ports, adminPort: number, state: StateDir): string {
  return `{
	admin 127.0.0.1:${adminPort}
	default_bind 127.0.0.1
	auto_https off
	persist_config off
	storage file_system "${join(state.caddy, 'storage')}"
}

http://:${ports.edgeHttp} {
	handle /.well-known/acme-challenge/* {
		reverse_proxy 127.0.0.1:${ports.agent}
	}
	handle {
		respond "This is {host}, without HTTPS." 200
	}
}

https://:${ports.edgeHttps} {
	tls {
		load "${join(state.agent, 'combined')}"
		import "${join(state.agent, 'caddy')}/*.caddy"
	}
	respond "This is {host}, with HTTPS." 200
}
`;
}

function configFile(state: StateDir): string {
  return join(state.caddy, 'web-server.caddyfile');
}
