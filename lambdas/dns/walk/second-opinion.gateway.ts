import { randomInt } from 'node:crypto';
import { exchange, parseNameServer } from '../wire/exchange.gateway.ts';
import type { DnsReply } from '../wire/message.ts';
import type { LookBudget } from './look-budget.ts';
import type { Opinion } from './second-opinion.ts';
import { negativeTtlIn } from './server-answer.ts';

/** A recursive server walks the zones of strangers itself, with patience of its own. */
const TRY_MS = 2_500;

/** Asks one resolver once; where it fails, once more without the check of signatures, which tells a zone's DNSSEC from its servers. */
export async function opinionOf(label: string, name: string, budget: LookBudget): Promise<Opinion> {
  const server = parseNameServer(label);
  const ask = async (manner: 'recursive' | 'unchecked'): Promise<DnsReply | undefined> => {
    if (!budget.take()) return undefined;
    const question = { id: randomInt(65_536), name, type: 'CNAME' as const, manner };
    const result = await exchange(server, question, Math.min(TRY_MS, budget.leftMs()));
    return 'reply' in result ? result.reply : undefined;
  };
  const reply = await ask('recursive');
  if (!reply) return { server: label, kind: 'silent' };
  const { extendedError } = reply;
  switch (reply.kind) {
    case 'answer':
      return { server: label, kind: 'records', records: reply.records.filter((record) => record.name === name) };
    case 'no-data':
    case 'nxdomain':
      return { server: label, kind: 'absent', seconds: negativeTtlIn(reply) ?? 0 };
    case 'failure': {
      const unchecked = await ask('unchecked');
      const kind = unchecked && unchecked.kind !== 'failure' ? 'dnssec' : 'failed';
      return { server: label, kind, ...(extendedError && { extendedError }) };
    }
  }
}
