import { NODE, PROJECT } from '../machine/environment.ts';
import type { Ports } from '../machine/ports.ts';
import type { StateDir } from '../machine/state-dir.ts';
import { FIRST_ADDRESS } from './caddy.ts';
import { requireAnswer } from './checks.ts';
import type { ComponentSpec } from './component.ts';

/** Our agent on the integrator's server. It must already be enrolled. */
export function agent(state: StateDir, ports: Ports, reload: string, address = FIRST_ADDRESS): ComponentSpec {
  return {
    name: 'agent',
    command: NODE,
    args: ['agent/main.ts', 'run', '--dir', state.agent, '--reload', reload, '--get-certificate', ...places(ports, address)],
    cwd: PROJECT,
    check: () => requireAnswer(`http://127.0.0.1:${ports.agent}/health`),
  };
}

function places(ports: Ports, address: string): string[] {
  const webServer = ['--http-port', String(ports.edgeHttp), '--https-port', String(ports.edgeHttps), '--address', address];
  return ['--port', String(ports.agent), ...webServer];
}
