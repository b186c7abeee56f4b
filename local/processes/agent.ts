import { NODE, PROJECT } from '../machine/environment.ts';
import type { Ports } from '../machine/ports.ts';
import type { StateDir } from '../machine/state-dir.ts';
import { requireAnswer } from './checks.ts';
import type { ComponentSpec } from './component.ts';

/** Our agent on the integrator's server; it must have been enrolled. */
export function agent(state: StateDir, ports: Ports, reload: string): ComponentSpec {
  return {
    name: 'agent',
    command: NODE,
    args: ['agent/main.ts', 'run', '--dir', state.agent, '--reload', reload, '--get-certificate', ...portArguments(ports)],
    cwd: PROJECT,
    check: () => requireAnswer(`http://127.0.0.1:${ports.agent}/health`),
  };
}

function portArguments(ports: Ports): string[] {
  return ['--port', String(ports.agent), '--https-port', String(ports.edgeHttps)];
}
