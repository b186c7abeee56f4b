import pMap from 'p-map';
import { type Handshake, MAX_HANDSHAKES } from '../../lambdas/agent-api/edge.schema.ts';
import type { EdgeService } from '../service/edge.gateway.ts';
import type { Confirmations } from './confirmations.ts';

export interface ConfirmPorts {
  confirmations: Confirmations;
  edge: Pick<EdgeService, 'report'>;
  handshake: (hostname: string) => Promise<Handshake>;
  nowMs: () => number;
}

/** Concurrent handshakes: enough for a hundred in a few seconds, too few to burden the web server. */
const AT_ONCE = 16;

/**
 * Runs the due handshakes and reports what this machine serves. A report that the service did not accept is repeated. Returns
 * whether more may be due immediately.
 */
export async function confirm({ confirmations, edge, handshake, nowMs }: ConfirmPorts): Promise<boolean> {
  const due = confirmations.due(nowMs(), MAX_HANDSHAKES);
  const checkOne = async (hostname: string) => confirmations.recordCheck(await handshake(hostname), nowMs());
  await pMap(due, checkOne, { concurrency: AT_ONCE });
  const serving = confirmations.dueReport(nowMs());
  const isMoreDue = due.length === MAX_HANDSHAKES;
  if (!serving) return isMoreDue;
  const result = await edge.report({ serving });
  confirmations.recordReportResult(serving, result.kind === 'answered', nowMs());
  return isMoreDue;
}
