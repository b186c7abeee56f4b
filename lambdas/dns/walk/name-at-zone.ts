import type { DnsRecord } from '../../shared/net/resolve.ts';
import { isUsable, type Said, type ServerAnswer } from './server-answer.ts';

/** What one name server of its zone has for a name. */
export interface ServerView {
  server: string;
  said: Said;
  cname?: string;
  /** A and AAAA of that very name: instead of the CNAME, or beside it. */
  addresses: readonly DnsRecord[];
  /** What it was asked, and said, in turn. */
  answers: readonly ServerAnswer[];
}

/** What the name servers of its zone have for a name. */
export interface NameAtZone {
  name: string;
  /** Empty where it was not found. */
  zone: string;
  /** As the zone above names them. */
  nameServers: readonly string[];
  /** One for each server that was asked; at least one. */
  views: readonly ServerView[];
}

/** Everything that one server said about a name. The first thing that it has decides, an error only where it has nothing. */
export function serverView(answers: readonly [ServerAnswer, ...ServerAnswer[]]): ServerView {
  const [{ server }] = answers;
  const records = answers.flatMap((answer) => answer.records);
  const cname = records.find(({ type }) => type === 'CNAME')?.value;
  const addresses = records.filter(({ type }) => type === 'A' || type === 'AAAA');
  // A server that fails for one type and answers for another was asked again for what matters: that is the last answer.
  const telling = records.length > 0 ? 'records' : (answers.findLast(isUsable) ?? answers[answers.length - 1] ?? answers[0]).said;
  return { server, said: telling, ...(cname !== undefined && { cname }), addresses, answers };
}

/** Whether two servers have the same for a name, as far as both say what they have. */
export function agree(one: ServerView, other: ServerView): boolean {
  return one.cname === other.cname && isUsable(one) && isUsable(other);
}
