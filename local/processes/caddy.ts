import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Ports } from '../ports.ts';
import type { StateDir } from '../state-dir.ts';
import { requireAnswer } from './checks.ts';
import type { ComponentSpec } from './component.ts';

/**
 * The front door of the service, and the integrator's web server with our agent beside it, in one process. `readApiId` is
 * asked at each start: the API has its id from a deployment.
 */
export function caddy(command: string, state: StateDir, ports: Ports, readApiId: () => Promise<string>): ComponentSpec {
  const config = join(state.caddy, 'Caddyfile');
  return {
    name: 'caddy',
    command,
    args: ['run', '--config', config, '--adapter', 'caddyfile'],
    env: { XDG_CONFIG_HOME: state.caddy, XDG_DATA_HOME: state.caddy },
    prepare: async () => writeFile(config, caddyfile(ports, await readApiId(), join(state.caddy, 'storage'))),
    check: () => requireAnswer(`http://127.0.0.1:${ports.edgeHttp}/`),
  };
}

/**
 * `auto_https off`: it asks no public CA and opens no port for redirects; certificates come from the agent alone, at every
 * handshake. The challenge keeps its Host header, by which the agent knows whose it is.
 */
export function caddyfile(ports: Ports, apiId: string, storage: string): string {
  return `{
	admin off
	default_bind 127.0.0.1
	auto_https off
	persist_config off
	storage file_system "${storage}"
}

http://:${ports.site} {
	reverse_proxy 127.0.0.1:${ports.aws} {
		header_up Host ${apiId}.execute-api.localhost:${ports.aws}
	}
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
		get_certificate http http://127.0.0.1:${ports.agent}/get-certificate
	}
	respond "This is {host}, with HTTPS." 200
}
`;
}
