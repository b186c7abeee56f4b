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

/** Looks at what is due on this machine and reports what the service does not know yet; what it does not take is told again. */
export async function confirm({ confirmations, edge, handshake, nowMs }: ConfirmPorts): Promise<void> {
  const news: Handshake[] = [];
  const due = confirmations.due(nowMs(), MAX_HANDSHAKES);
  for (let from = 0; from < due.length; from += AT_ONCE) {
    const seen = await Promise.all(due.slice(from, from + AT_ONCE).map(handshake));
    news.push(...seen.filter((one) => confirmations.looked(one, nowMs())));
  }
  if (news.length === 0) return;
  const result = await edge.report(news);
  if (result.kind === 'answered') confirmations.told(news);
}
