import pMap from 'p-map';
import { type Handshake, MAX_HANDSHAKES } from '../../lambdas/edge/edge.schema.ts';
import type { EdgeService } from '../service/edge.gateway.ts';
import type { Confirmations } from './confirmations.ts';

export interface ConfirmPorts {
  confirmations: Confirmations;
  edge: Pick<EdgeService, 'report'>;
  handshake: (hostname: string) => Promise<Handshake>;
  nowMs: () => number;
}

/** Handshakes at the same time: enough for a hundred in a few seconds, too few to trouble the web server. */
const AT_ONCE = 16;

/**
 * Looks at what is due on this machine and reports what it serves; what the service does not take is told again. Answers whether
 * more may be due at once.
 */
export async function confirm({ confirmations, edge, handshake, nowMs }: ConfirmPorts): Promise<boolean> {
  const due = confirmations.due(nowMs(), MAX_HANDSHAKES);
  const checkOne = async (hostname: string) => confirmations.looked(await handshake(hostname), nowMs());
  await pMap(due, checkOne, { concurrency: AT_ONCE });
  const serving = confirmations.serving(nowMs());
  const isMoreDue = due.length === MAX_HANDSHAKES;
  if (!serving) return isMoreDue;
  const result = await edge.report({ serving });
  confirmations.said(serving, result.kind === 'answered', nowMs());
  return isMoreDue;
}
