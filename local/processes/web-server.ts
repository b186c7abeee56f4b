import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Ports } from '../machine/ports.ts';
import type { StateDir } from '../machine/state-dir.ts';
import { FIRST_ADDRESS, globalOptions, REFUSE_WEBSITES } from './caddy.ts';
import { requireAnswer } from './checks.ts';
import type { ComponentSpec } from './component.ts';

/**
 * Caddy's own API, by which the agent's reload reaches it: in a folder of mode 0700, and named from there, since the whole name
 * may be too long.
 */
const ADMIN_SOCKET = 'unix/web-server.sock';

/** The integrator's web server, beside which our agent runs: another process than the front door, as it is on AWS. */
export function webServer(command: string, state: StateDir, ports: Ports, address = FIRST_ADDRESS): ComponentSpec {
  return {
    name: 'web-server',
    command,
    args: ['run', '--config', configFile(state), '--adapter', 'caddyfile'],
    cwd: state.caddy,
    env: { XDG_CONFIG_HOME: state.caddy, XDG_DATA_HOME: state.caddy },
    prepare: async () => {
      await mkdir(join(state.agent, 'combined'), { recursive: true, mode: 0o700 });
      await writeFile(configFile(state), webServerConfig(ports, state, address));
    },
    check: () => requireAnswer(`http://${address}:${ports.edgeHttp}/`),
  };
}

/** What the agent runs when certificates have changed; the configuration has not, so the reload is forced. */
export function reloadCommand(command: string, state: StateDir): string {
  const options = `--force --config "${configFile(state)}" --adapter caddyfile --address ${ADMIN_SOCKET}`;
  return `cd "${state.caddy}" && "${command}" reload ${options}`;
}

/**
 * Certificates come from the agent's folder, read at each reload and then kept in memory, so that they are served on while the
 * agent is down; a new one comes from the agent itself before that, at a secret path in a file of its folder (`*`: on a first
 * start it is not there yet, and read at the agent's reload). The challenge keeps its Host header, by which the agent knows whose
 * it is: every name is answered here, with these words and challenges and nothing else.
 */
export function webServerConfig(ports: Ports, state: StateDir, address = FIRST_ADDRESS): string {
  const where = address === FIRST_ADDRESS ? '' : `, at ${address}`;
  return `${globalOptions(address, `admin ${ADMIN_SOCKET}`, `storage file_system "${join(state.caddy, 'storage')}"`)}
http://:${ports.edgeHttp} {
	route {
		${REFUSE_WEBSITES}
		reverse_proxy /.well-known/acme-challenge/* 127.0.0.1:${ports.agent}
		respond "This is {host}, without HTTPS." 200
	}
}

https://:${ports.edgeHttps} {
	tls {
		load "${join(state.agent, 'combined')}"
		import "${join(state.agent, 'caddy')}/*.caddy"
	}
	route {
		${REFUSE_WEBSITES}
		respond "This is {host}, with HTTPS${where}." 200
	}
}
`;
}

function configFile(state: StateDir): string {
  return join(state.caddy, 'web-server.caddyfile');
}
