import { createHash } from 'node:crypto';

const PREFIX = 'cps-agent-probe-';

/** A challenge token that no CA uses. The doctor requests it to find out who answers at port 80. `nonce`: letters and digits. */
export function probeToken(nonce: string): string {
  return `${PREFIX}${nonce}`;
}

/**
 * The agent's answer to a probe for this hostname; undefined for any other challenge. A hash, because port 80 is public: it
 * proves to the machine's own doctor that this agent answered and which Host it saw, and tells others nothing.
 */
export function probeAnswer(token: string, machineId: string, hostname: string): string | undefined {
  if (!token.startsWith(PREFIX)) return undefined;
  return createHash('sha256').update(`${machineId} ${token} ${hostname}`).digest('base64url');
}
