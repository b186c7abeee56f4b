import { type Command, Option } from 'commander';
import pMap from 'p-map';
import { toRenewalDue } from '../../lambdas/lifecycle/renewal-transition.ts';
import { renewalOf } from '../../lambdas/model/domains/diagnosis-of.ts';
import { type DomainStore, domainStore } from '../../lambdas/model/domains/domain.store.ts';
import { shownDomainOf } from '../../lambdas/model/domains/domain-item.ts';
import type { Domain, ShownDomain } from '../../lambdas/model/domains/domain-row.schema.ts';
import { indexScan, type ScanIndex } from '../../lambdas/shared/table/index-scan.store.ts';
import { againAfterLostRace } from '../../lambdas/shared/table/lost-race.ts';
import type { Item } from '../../lambdas/shared/table/table.store.ts';
import type { Clock, Pause } from '../../lambdas/shared/time/clock.gateway.ts';
import { instant, nonEmpty, wholeNumber } from './arguments.ts';
import type { Session } from './connect.ts';

/** Selects certificates: all, or by CA, by an issue time before an instant, or both. */
export interface CertificateFilter {
  ca?: string;
  issuedBefore?: Date;
}

/** Numbers of selected domains, by result. */
export interface RenewalCounts {
  /** Domains read, selected or not. */
  read: number;
  /** Renewals made due; in a dry run, those that would be. */
  made_due: number;
  due_already: number;
  /** A renewal is already in progress. A failed one is retried automatically. */
  under_way: number;
}
type Outcome = Exclude<keyof RenewalCounts, 'read'>;

export interface RenewalPorts {
  /** An index that projects what the API shows of a domain. */
  scan: ScanIndex;
  domains: Pick<DomainStore, 'get' | 'replace'>;
  clock: Clock;
  pause: Pause;
  /** Called after each page with the counts so far and the cursor to continue from; the last page has none. */
  onPage: (renewals: RenewalCounts, cursor: string | undefined) => void;
}

const TRIES = 3;
/** Concurrent writes for the rows of a page. */
const AT_ONCE = 10;

/**
 * Makes the renewals of the selected certificates due, page by page. The scan starts them at the pace of the order budget. Safe
 * to repeat from any page: a due renewal remains unchanged.
 */
export async function renewDomains(
  chosen: CertificateFilter,
  { dryRun = false, from }: { dryRun?: boolean; from?: string | undefined },
  ports: RenewalPorts,
): Promise<RenewalCounts> {
  const renewals: RenewalCounts = { read: 0, made_due: 0, due_already: 0, under_way: 0 };
  let startAt = from === undefined ? undefined : positionOf(from);
  do {
    const { items, next } = await ports.scan(startAt);
    const domains = items.map(shownDomainOf).filter((domain) => isChosen(domain, chosen));
    const renewOne = (domain: ShownDomain) =>
      dryRun ? outcomeOf(domain, ports.clock()) : makeRenewalDue(domain.id, chosen, ports);
    for (const outcome of await pMap(domains, renewOne, { concurrency: AT_ONCE })) if (outcome) renewals[outcome] += 1;
    renewals.read += items.length;
    startAt = next;
    ports.onPage(renewals, startAt && cursorOf(startAt));
  } while (startAt);
  return renewals;
}

export async function renewDomain(
  domainId: number,
  ports: Pick<RenewalPorts, 'domains' | 'clock' | 'pause'>,
): Promise<RenewalCounts> {
  const outcome = await makeRenewalDue(domainId, {}, ports);
  if (!outcome) throw new Error(`domain ${domainId} has no certificate that could be renewed`);
  return { read: 1, made_due: 0, due_already: 0, under_way: 0, [outcome]: 1 };
}

function isChosen({ served }: ShownDomain, { ca, issuedBefore }: CertificateFilter): boolean {
  if (served === undefined || (ca !== undefined && served.certificate.ca !== ca)) return false;
  return issuedBefore === undefined || served.certificate.notBefore < issuedBefore.toISOString();
}

function outcomeOf(domain: ShownDomain, now: Date): Outcome {
  if (renewalOf(domain)) return 'under_way';
  return domain.served !== undefined && domain.served.renewAt <= now.toISOString() ? 'due_already' : 'made_due';
}

/** Decides by the row, because the index may lag. */
async function makeRenewalDue(
  domainId: number,
  chosen: CertificateFilter,
  { domains, clock, pause }: Pick<RenewalPorts, 'domains' | 'clock' | 'pause'>,
): Promise<Outcome | undefined> {
  const attempt = async () => {
    const domain = await domains.get(domainId);
    if (!domain || domain.phase === 'removing' || domain.claimLost || !isChosen(domain, chosen)) return;
    const now = clock();
    const outcome = outcomeOf(domain, now);
    if (outcome === 'made_due')
      await domains.replace(domain, toRenewalDue(domain, now), {
        timeline: 'certificate.renewal_scheduled',
        events: [],
        audit: auditOf(domain, now),
      });
    return outcome;
  };
  return againAfterLostRace(TRIES, attempt, pause);
}

function auditOf({ served }: Domain, now: Date) {
  const before = served === undefined ? {} : { renewal_at: served.renewAt };
  return { by: { type: 'administrator' as const }, clocks: { now }, before, after: { renewal_at: now.toISOString() } };
}

/** A page's end as a command line argument. */
function cursorOf(position: Item): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url');
}

function positionOf(cursor: string): Item {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch (cause) {
    throw new Error('--from is not what an earlier run has printed', { cause });
  }
}

const AFTER = `
For when a certificate authority has to replace what it issued, or the stage has another one by now. Each renewal is made due;
the service begins them longest due first, at the pace of the stage's settings.acme.ordersPerMinute, and their domains are served meanwhile. What is
due or under way already is left alone, so that the command may be repeated. Where it ends half-way, go on with --from and the last cursor that it printed.`;

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
    .option('--dry-run', 'says what it would do, and changes nothing')
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
        onPage: dryRun ? wouldProgress : progress,
      };
      const chosen = { ...(ca !== undefined && { ca }), ...(issuedBefore && { issuedBefore }) };
      session.print(
        dryRun
          ? wouldBe(await renewDomains(chosen, { dryRun, from }, ports))
          : { ...(await renewDomains(chosen, { from }, ports)) },
      );
    });
}

function wouldBe({ made_due, ...counts }: RenewalCounts): Record<string, unknown> {
  return { ...counts, would_make_due: made_due, dry_run: true };
}

function wouldProgress({ read, made_due }: RenewalCounts, cursor: string | undefined): void {
  if (cursor !== undefined)
    console.error(`${read} domains read, ${made_due} renewals would be made due; go on here: --from ${cursor}`);
}

function progress({ read, made_due }: RenewalCounts, cursor: string | undefined): void {
  if (cursor !== undefined) console.error(`${read} domains read, ${made_due} renewals due; go on here: --from ${cursor}`);
}
