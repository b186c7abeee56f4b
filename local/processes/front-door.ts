import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DASHBOARD_PATHS } from '../../contract/paths.ts';
import { policyHeaders } from '../../lambdas/pages/page-headers.ts';
import { EXAMPLE_HOST } from '../example-host/page.ts';
import { FOREIGN_SITE } from '../machine/foreign-requests.ts';
import type { Ports } from '../machine/ports.ts';
import type { StateDir } from '../machine/state-dir.ts';
import { FIRST_ADDRESS, globalOptions, REFUSE_FOREIGN_HOSTS, refuseWebsites } from './caddy.ts';
import { requireAnswer } from './checks.ts';
import type { ComponentSpec } from './component.ts';
import { EXAMPLE_HOST_SOCKET } from './example-host.ts';

const { home, assets } = DASHBOARD_PATHS;
/** The page and all paths below it. */
const DASHBOARD = `${home.slice(0, -1)} ${home}*`;

/** Path of the manual (web/manual) below the site's address. A deployment does not serve it. */
export const MANUAL_PATH = '/manual/';
const MANUAL = `${MANUAL_PATH.slice(0, -1)} ${MANUAL_PATH}*`;

interface Built {
  dashboard: string;
  manual: string;
}

interface Served extends Built {
  /** Called at each start, because a deployment decides the API's id. */
  readApiId: () => Promise<string>;
}

/** The service's front door: Caddy in front of MiniStack's API. */
export function frontDoor(
  command: string,
  state: StateDir,
  ports: Ports,
  { dashboard, manual, readApiId }: Served,
): ComponentSpec {
  const config = join(state.caddy, 'front-door.caddyfile');
  return {
    name: 'front-door',
    command,
    cwd: state.caddy,
    args: ['run', '--config', config, '--adapter', 'caddyfile'],
    env: { XDG_CONFIG_HOME: state.caddy, XDG_DATA_HOME: state.caddy },
    prepare: async () => writeFile(config, frontDoorConfig(ports, await readApiId(), { dashboard, manual })),
    check: () => requireAnswer(`http://127.0.0.1:${ports.site}/`, [302]),
  };
}

/**
 * MiniStack refuses requests from other sites. What other sites may link to (the portal, the dashboard) or load (the widget's
 * script) is therefore forwarded as if from this machine. The dashboard and the manual are files, as behind CloudFront
 * (lib/cloudfront). Every path except the example host's goes to the API's stage, in MiniStack's notation (`/$default/…`; the
 * API sees it without). So an unknown path gets the service's own 404, and MiniStack's own paths (`/_ministack/reset`) are
 * unreachable.
 */
export function frontDoorConfig(ports: Ports, apiId: string, { dashboard, manual }: Built): string {
  return `${globalOptions(FIRST_ADDRESS, 'admin off')}
http://:${ports.site} {
	route {
		${REFUSE_FOREIGN_HOSTS}
		${refuseWebsites(`/portal /portal/* /widget/* ${DASHBOARD} ${MANUAL}`)}
		@example_host expression {uri}.matches("^${EXAMPLE_HOST}([/?]|$)")
		reverse_proxy @example_host unix/${EXAMPLE_HOST_SOCKET}
		${dashboardFiles(dashboard)}
		${manualFiles(manual)}
		rewrite * /$default{uri}
		reverse_proxy 127.0.0.1:${ports.aws} {
			header_up Sec-Fetch-Site ${FOREIGN_SITE} same-site
			header_up Host ${apiId}.execute-api.localhost:${ports.aws}
		}
	}
}
`;
}

const headerLines = () => Object.entries(policyHeaders()).map(([name, value]) => `header ${name} "${value}"`);

/** A path that is no asset serves the page. A missing file is an uncached 404. */
function dashboardFiles(folder: string): string {
  return `@dashboard path ${DASHBOARD}
		route @dashboard {
			root "${folder}"
			${headerLines().join('\n\t\t\t')}
			encode gzip
			@page not path ${assets}*
			rewrite @page ${home}index.html
			uri strip_prefix ${home.slice(0, -1)}
			header Cache-Control no-cache
			@asset {
				path /assets/*
				file
			}
			header @asset Cache-Control "public, max-age=31536000, immutable"
			file_server
		}`;
}

function manualFiles(folder: string): string {
  return `@manual path ${MANUAL}
		route @manual {
			redir ${MANUAL_PATH.slice(0, -1)} ${MANUAL_PATH}
			root "${folder}"
			${headerLines().join('\n\t\t\t')}
			encode gzip
			header Cache-Control no-cache
			@text path *.md
			header @text Content-Type "text/markdown; charset=utf-8"
			uri strip_prefix ${MANUAL_PATH.slice(0, -1)}
			file_server
		}`;
}
