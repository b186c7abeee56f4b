import { hostOfHeader } from '../../contract/domain-name.ts';
import { probeAnswer, probeToken } from '../loopback/probe.ts';
import { reasonOf } from '../shared/reason.ts';
import { ok, toFailed, type Verdict } from './finding.ts';

/** No server has this hostname (RFC 2606). A web server without a rule for it treats it as any other. */
export const ANY_HOSTNAME = 'doctor.invalid';

export interface ChallengeRoutePorts {
  get: (port: number, path: string, host: string, address?: string) => Promise<{ status: number; body: string }>;
  nonce: () => string;
}

/** Checks that a challenge request to `port` for `hostname` reaches this machine's agent with its Host unchanged. */
export async function checkChallengeRoute(
  {
    port,
    address,
    hostname,
    agentPort,
    machineId,
  }: { port: number; address: string; hostname: string; agentPort: number; machineId: string },
  { get, nonce }: ChallengeRoutePorts,
): Promise<Verdict> {
  const token = probeToken(nonce());
  const path = `/.well-known/acme-challenge/${token}`;
  const rule = `send ${path.slice(0, -token.length)}* on port ${port} to http://127.0.0.1:${agentPort}, for every hostname and before any redirect`;
  try {
    const { status, body } = await get(port, path, hostname, address);
    const cameAs = (host: string) => body.trim() === probeAnswer(token, machineId, hostOfHeader(host));
    if (cameAs(hostname)) return ok(`challenges at port ${port} reach this agent`);
    if ([`127.0.0.1`, 'localhost', ''].some(cameAs))
      return toFailed(
        `challenges at port ${port} reach this agent without their Host header`,
        'keep the Host header (proxy_set_header Host $host)',
      );
    return toFailed(`a challenge at port ${port} for ${hostname} is answered ${status} by something else`, rule);
  } catch (error) {
    return toFailed(`nothing answers at port ${port} for ${hostname}: ${reasonOf(error)}`, `start the web server; ${rule}`);
  }
}
