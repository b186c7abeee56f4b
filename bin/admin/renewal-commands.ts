import { type Command, Option } from 'commander';
import { domainStore } from '../../lambdas/model/domains/domain.store.ts';
import { indexScan } from '../../lambdas/shared/table/index-scan.store.ts';
import { instant, nonEmpty, wholeNumber } from './arguments.ts';
import type { Session } from './connect.ts';
import { type Renewals, renewDomain, renewDomains } from './renew-domains.ts';

const AFTER = `
For when a certificate authority has to replace what it issued, or the stage has another one by now. Each renewal is made due;
the service begins them longest due first, at the pace of the stage's settings.acme.ordersPerMinute, and their domains are served meanwhile. What is
due or under way already is left alone, so that the command may be repeated. Where it ends half-way, go on with --from and the last cursor that it printed.`;

/** What concerns the certificates of all organizations. */
export function addRenewalCommands(program: Command, session: Session): void {
  program
    .command('renew')
    .description('has the certificates of all organizations renewed now, or some of them')
    .option('--all', 'all of them')
    .option('--ca <name>', 'those that this certificate authority has issued, as `ca` of a certificate names it', nonEmpty)
    .option('--issued-before <time>', 'those whose validity began before; ISO 8601, for example 2026-11-21T10:00:00Z', instant)
    .addOption(
      new Option('--domain <id>', 'that of one domain')
        .argParser(wholeNumber)
        .conflicts(['all', 'ca', 'issuedBefore', 'dryRun', 'from']),
    )
    .option('--dry-run', 'counts, and changes nothing')
    .option('--from <cursor>', 'where an earlier run has ended')
    .addHelpText('after', AFTER)
    .action(async ({ all, ca, issuedBefore, dryRun, from, domain }) => {
      if (domain !== undefined) {
        const { table, clock, newId, pause } = await session.connect();
        return session.print({ ...(await renewDomain(domain, { domains: domainStore(table, { newId }), clock, pause })) });
      }
      const isSome = ca !== undefined || issuedBefore !== undefined;
      if (isSome === (all === true)) throw new Error('say which: --all, --domain, or --ca, --issued-before or both');
      const { table, tableName, clock, newId, pause } = await session.connect();
      const ports = {
        scan: indexScan(tableName, 'byOrganization'),
        domains: domainStore(table, { newId }),
        clock,
        pause,
        onPage: progress,
      };
      const chosen = { ...(ca !== undefined && { ca }), ...(issuedBefore && { issuedBefore }) };
      session.print({ ...(await renewDomains(chosen, { dryRun, from }, ports)), ...(dryRun && { dry_run: true }) });
    });
}

function progress({ read, made_due }: Renewals, cursor: string | undefined): void {
  if (cursor !== undefined) console.error(`${read} domains read, ${made_due} renewals due; go on here: --from ${cursor}`);
}
