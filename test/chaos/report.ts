import { columns } from '../../local/machine/layout.ts';
import { type Facts, type Losses, losses } from './losses.ts';
import type { Round } from './round.ts';

/** The losses of one round, and the totals. */
export interface Outcome {
  round: Round;
  losses: Losses;
  events: number;
}

/** `everything`: facts of the whole run; an event belongs to the round of its hostname. `asked`: hostnames by event id. */
export function outcomeOf(
  round: Round,
  everything: Omit<Facts, 'acknowledged' | 'active' | 'asked'> & { asked: ReadonlyMap<string, string> },
): Outcome {
  const hostnames = new Set(round.hostnames);
  const asked = [...everything.asked].flatMap(([id, hostname]) => (hostnames.has(hostname) ? [id] : []));
  const logged = everything.logged.filter(({ hostname }) => hostnames.has(hostname));
  const facts = { ...everything, acknowledged: round.hostnames, active: round.active, asked, logged };
  return { round, losses: losses(facts), events: logged.length };
}

const HEADINGS = ['killed', 'under way', 'domains lost', 'events lost', 'deliveries lost', 'all served after'];

export function table(outcomes: readonly Outcome[]): string {
  const rows = outcomes.map(({ round, losses: lost, events }) => [
    round.victim.title,
    String(round.underWay),
    `${lost.domains} of ${round.hostnames.length}`,
    `${lost.events} of ${events}`,
    `${lost.deliveries} of ${events}`,
    round.active.size === round.hostnames.length ? `${Math.round(round.seconds)} s` : 'never',
  ]);
  return columns([HEADINGS, ...rows]).join('\n');
}

/** No round lost anything, and each had something to lose. */
export function isLossless(outcomes: readonly Outcome[]): boolean {
  return outcomes.every(({ round, losses: lost }) => round.underWay > 0 && Object.values(lost).every((count) => count === 0));
}
