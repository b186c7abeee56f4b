import { join } from 'node:path';
import { EXAMPLE_HOST } from '../example-host/page.ts';
import { NODE, PROJECT } from '../machine/environment.ts';
import type { Ports } from '../machine/ports.ts';
import type { StateDir } from '../machine/state-dir.ts';
import { FIRST_ADDRESS } from './caddy.ts';
import { requireAnswer } from './checks.ts';
import type { ComponentSpec } from './component.ts';

/** In a folder of mode 0700. The front door and the host name it relative to there, because the absolute path may be too long. */
export const EXAMPLE_HOST_SOCKET = 'example-host.sock';

/** A fictional SaaS that shows the widget to its customer. Needs `connection.json` and the front door. */
export function exampleHost(state: StateDir, ports: Ports): ComponentSpec {
  const program = join(PROJECT, 'local', 'example-host', 'server.mjs');
  return {
    name: 'example-host',
    command: NODE,
    args: [program, state.connection, EXAMPLE_HOST_SOCKET],
    cwd: state.caddy,
    check: () => requireAnswer(`http://${FIRST_ADDRESS}:${ports.site}${EXAMPLE_HOST}/`),
  };
}
