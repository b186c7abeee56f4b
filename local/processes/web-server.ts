import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Ports } from '../machine/ports.ts';
import type { StateDir } from '../machine/state-dir.ts';
import { FIRST_ADDRESS, globalOptions, REFUSE_WEBSITES } from './caddy.ts';
import { requireAnswer } from './checks.ts';
import type { ComponentSpec } from './component.ts';

/**
 * Caddy's admin API for the agent's reload command. In a folder of mode 0700 and named relative to it, because the absolute path
 * may be too long.
 */
const ADMIN_SOCKET = 'unix/web-server.sock';

/** The integrator's web server next to our agent. It is another process than the front door, as on AWS. */
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

/** The agent's reload command. The reload is forced, because only certificates change, not the configuration. */
export function reloadCommand(command: string, state: StateDir): string {
  const options = `--force --config "${configFile(state)}" --adapter caddyfile --address ${ADMIN_SOCKET}`;
  return `cd "${state.caddy}" && "${command}" reload ${options}`;
}

/**
 * Certificates are loaded from the agent's folder at each reload and kept in memory, so they are served while the agent is down.
 * Before that, a new one comes from the agent itself, at a secret path in a file of its folder (`*`: absent on a first start, and
 * read at the agent's reload). Challenge requests keep their Host header, by which the agent finds the hostname. Every name is
 * answered with this text and with challenges, and with nothing else.
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
