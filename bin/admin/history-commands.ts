import type { Command } from 'commander';
import { type DomainListStore, domainListStore } from '../../lambdas/model/domains/domain-list.store.ts';
import type { TimelineEntry } from '../../lambdas/model/domains/timeline.store.ts';
import { redriveSince } from '../../lambdas/shared/outbox/outbox.store.ts';
import { systemClock as clock } from '../../lambdas/shared/time/clock.gateway.ts';
import { instant, wholeNumber } from './arguments.ts';
import type { Session } from './connect.ts';
import { moveDeadLetters } from './dead-letters.gateway.ts';

/** Commands that show history, and that let the relay process an event again. */
export function addHistoryCommands(program: Command, session: Session): void {
  program
    .command('timeline')
    .description('prints what has happened to a domain, oldest first')
    .requiredOption('--domain <id>', 'the domain', wholeNumber)
    .option('--limit <n>', 'the newest entries only', wholeNumber, 100)
    .action(async ({ domain, limit }) => {
      const { table } = await session.connect();
      const entries = await newestEntries(domainListStore(table), domain, limit);
      if (entries.length === 0) throw new Error(`There is no domain ${domain}.`);
      session.print({
        timeline: entries
          .toReversed()
          .map(({ at, what, code, reason }) => ({ at, what, diagnosis: reason ? `${code} (${reason})` : code })),
      });
    });

  addRedrive(program, session);
}

/** Newest first. Large entries take several pages. */
export async function newestEntries(
  lists: Pick<DomainListStore, 'timeline'>,
  domainId: number,
  limit: number,
): Promise<TimelineEntry[]> {
  const entries: TimelineEntry[] = [];
  let hasMore = true;
  while (hasMore && entries.length < limit) {
    const before = entries.at(-1)?.id;
    const page = await lists.timeline(domainId, {
      limit: limit - entries.length,
      ...(before !== undefined && { before }),
    });
    entries.push(...page.items);
    hasMore = page.hasMore;
  }
  return entries.slice(0, limit);
}

function addRedrive(program: Command, session: Session): void {
  program
    .command('redrive')
    .description('queues the dead letters of webhook deliveries again')
    .option(
      '--since <time>',
      'have the relay act once more on everything written since then, too; ISO 8601, for example 2026-11-21T10:00:00Z',
      instant,
    )
    .addHelpText('after', '\nWhat was done already is not done twice.')
    .action(async ({ since }) => {
      const { table, deliveryQueueUrl, deadDeliveriesUrl } = await session.connect();
      const { moved, refused } = await moveDeadLetters(deadDeliveriesUrl, deliveryQueueUrl);
      const redriven = since === undefined ? 0 : await redriveSince(table, since, clock);
      session.print({ dead_letters: moved, redriven });
      if (refused > 0) throw new Error(`The queue refused dead letters (${refused}). They are kept; run \`redrive\` again.`);
    });
}
