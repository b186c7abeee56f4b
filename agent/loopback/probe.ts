import { createHash } from 'node:crypto';

const PREFIX = 'cps-agent-probe-';

/**
 * The token of a challenge that no CA sets, by which the doctor finds out who answers at port 80. `nonce`: letters and digits.
 */
export function probeToken(nonce: string): string {
  return `${PREFIX}${nonce}`;
}

/**
 * What the agent of this machine answers to a probe that came for this hostname; undefined to any other challenge. A hash,
 * because port 80 is open to everybody: it tells the machine's own doctor that it was this agent, and which Host it saw; others
 * nothing.
 */
export function probeAnswer(token: string, machineId: string, hostname: string): string | undefined {
  if (!token.startsWith(PREFIX)) return undefined;
  return createHash('sha256').update(`${machineId} ${token} ${hostname}`).digest('base64url');
}
