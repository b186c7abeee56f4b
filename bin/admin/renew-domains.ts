import { renewalOf } from '../../lambdas/model/domains/diagnosis-resource.ts';
import type { DomainStore } from '../../lambdas/model/domains/domain.store.ts';
import { shownDomainOf } from '../../lambdas/model/domains/domain-item.ts';
import type { Domain, ShownDomain } from '../../lambdas/model/domains/domain-row.schema.ts';
import type { ScanIndex } from '../../lambdas/shared/table/index-scan.store.ts';
import { againAfterLostRace } from '../../lambdas/shared/table/lost-race.ts';
import type { Item } from '../../lambdas/shared/table/table.store.ts';
import type { Clock } from '../../lambdas/shared/time/clock.gateway.ts';

/** Which certificates: all, or those of a CA, issued before an instant, or both. */
export interface Chosen {
  ca?: string;
  issuedBefore?: Date;
}

/** What became of the domains whose certificate was chosen. */
export interface Renewals {
  /** Domains that were looked at, chosen or not. */
  read: number;
  /** Made due now, or, where nothing is written, to be made so. */
  made_due: number;
  due_already: number;
  /** Another certificate is on its way: that of a failure is tried again by itself. */
  under_way: number;
}
type Outcome = Exclude<keyof Renewals, 'read'>;

export interface RenewalPorts {
  /** Of an index that projects what the API shows of a domain. */
  scan: ScanIndex;
  domains: Pick<DomainStore, 'get' | 'replace'>;
  clock: Clock;
  pause: () => Promise<void>;
  /** After each page: what was done so far, and where to go on; without a cursor it was the last. */
  onPage: (renewals: Renewals, cursor: string | undefined) => void;
}

const TRIES = 3;
/** Writes at once: so many rows of one page. */
const AT_ONCE = 10;

/**
 * Makes the renewal of the chosen certificates due, page by page. The scan begins them at the pace of the order budget. Safe to
 * repeat from any page, and from the beginning: what is due stays as it is.
 */
export async function renewDomains(
  chosen: Chosen,
  { dryRun = false, from }: { dryRun?: boolean; from?: string | undefined },
  ports: RenewalPorts,
): Promise<Renewals> {
  const renewals: Renewals = { read: 0, made_due: 0, due_already: 0, under_way: 0 };
  let startAt = from === undefined ? undefined : positionOf(from);
  do {
    const { items, next } = await ports.scan(startAt);
    const domains = items.map(shownDomainOf).filter((domain) => isChosen(domain, chosen));
    for (let first = 0; first < domains.length; first += AT_ONCE) {
      const some = domains.slice(first, first + AT_ONCE);
      const outcomes = await Promise.all(
        some.map((domain) => (dryRun ? outcomeOf(domain, ports.clock()) : renewed(domain.id, chosen, ports))),
      );
      for (const outcome of outcomes) if (outcome) renewals[outcome] += 1;
    }
    renewals.read += items.length;
    startAt = next;
    ports.onPage(renewals, startAt && cursorOf(startAt));
  } while (startAt);
  return renewals;
}

/** The same for one domain. */
export async function renewDomain(domainId: number, ports: Pick<RenewalPorts, 'domains' | 'clock' | 'pause'>): Promise<Renewals> {
  const outcome = await renewed(domainId, {}, ports);
  if (!outcome) throw new Error(`domain ${domainId} has no certificate that could be renewed`);
  return { read: 1, made_due: 0, due_already: 0, under_way: 0, [outcome]: 1 };
}

function isChosen({ certificate }: ShownDomain, { ca, issuedBefore }: Chosen): boolean {
  if (certificate === undefined || (ca !== undefined && certificate.ca !== ca)) return false;
  return issuedBefore === undefined || certificate.notBefore < issuedBefore.toISOString();
}

function outcomeOf(domain: ShownDomain, now: Date): Outcome {
  if (renewalOf(domain)) return 'under_way';
  return domain.renewAt !== undefined && domain.renewAt <= now.toISOString() ? 'due_already' : 'made_due';
}

/** Its row decides, not what the index says of it. */
async function renewed(
  domainId: number,
  chosen: Chosen,
  { domains, clock, pause }: Pick<RenewalPorts, 'domains' | 'clock' | 'pause'>,
): Promise<Outcome | undefined> {
  const attempt = async () => {
    const domain = await domains.get(domainId);
    if (!domain || domain.phase === 'removing' || domain.claimLost || !isChosen(domain, chosen)) return;
    const now = clock();
    const outcome = outcomeOf(domain, now);
    if (outcome === 'made_due')
      await domains.replace(domain, due(domain, now), {
        timeline: 'certificate.renewal_scheduled',
        events: [],
        audit: audited(domain, now),
      });
    return outcome;
  };
  return againAfterLostRace(TRIES, attempt, pause);
}

function due(domain: Domain, now: Date): Domain {
  return { ...domain, renewAt: now.toISOString(), updatedAt: now.toISOString() };
}

function audited({ renewAt }: Domain, now: Date) {
  const before = renewAt === undefined ? {} : { renewal_at: renewAt };
  return { by: { type: 'administrator' as const }, before, after: { renewal_at: now.toISOString() } };
}

/** Where a page ends, as a word that the command line takes. */
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
