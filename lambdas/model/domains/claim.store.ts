import * as z from 'zod/mini';
import type { AuditEntry } from '../../shared/audit/audit.schema.ts';
import { auditWrite } from '../../shared/audit/audit.store.ts';
import { type Key, keys } from '../../shared/table/keys.ts';
import { wonRace } from '../../shared/table/lost-race.ts';
import { storedObject } from '../../shared/table/stored-object.schema.ts';
import type { Condition, Table, TableReads, Write } from '../../shared/table/table.store.ts';
import { isTestTenant } from '../accounts/tenant.ts';
import type { Domain } from './domain-row.schema.ts';

/** The holder of a hostname. */
export const Claim = storedObject({
  organizationId: z.string(),
  domainId: z.int(),
  /** `quarantined`: its domain was validated once and is deleted. */
  state: z.enum(['held', 'quarantined']),
  /** The end of the DNS window, while the domain was never validated. */
  holdsUntil: z.optional(z.string()),
  /**
   * When a domain of this organization was first validated. After a deletion and a new creation, other organizations still meet
   * the quarantine.
   */
  validatedAt: z.optional(z.string()),
  /** In quarantine: since when the CNAME no longer leads to the former holder. */
  goneSince: z.optional(z.string()),
});
export type Claim = z.infer<typeof Claim>;

/** A domain that waits for its CNAME. */
export type Claimant = Pick<Domain, 'id' | 'organizationId' | 'url' | 'cname' | 'updatedAt'> & { dnsDeadlineAt: string };
type Holder = Pick<Domain, 'id' | 'organizationId' | 'url' | 'cname'>;

const isNobodys = 'attribute_not_exists(pk)';
const isInOwnQuarantine = '(organizationId = :organization AND #state = :quarantined)';
const isTheDomains = 'organizationId = :organization AND domainId = :domain';
const isHeld = '#state = :held';
const wasNeverValidated = 'attribute_not_exists(validatedAt)';
const state = { '#state': 'state' };

/**
 * Read-only, for callers that may not write. Every write of a claim except `rememberGone` is in the transaction that needs it.
 */
function claimReads(table: TableReads) {
  return {
    /** The claim in an organization's namespace; a test tenant has its own. */
    async get(hostname: string, organizationId: string): Promise<Claim | undefined> {
      const item = await table.get(keyOf({ url: hostname, organizationId }));
      return item && Claim.parse(item);
    },

    /**
     * For a new domain whose hostname seems free; refused if it is not. It preserves the record that the name was validated once.
     */
    firstWrite({ url, organizationId, id, dnsDeadlineAt }: Claimant): Write {
      return table.updateWrite(keyOf({ url, organizationId }), {
        expression:
          'SET organizationId = :organization, domainId = :domain, #state = :held, holdsUntil = :until REMOVE goneSince',
        condition: `${isNobodys} OR ${isInOwnQuarantine}`,
        names: state,
        values: {
          ':organization': organizationId,
          ':domain': id,
          ':held': 'held',
          ':until': dnsDeadlineAt,
          ':quarantined': 'quarantined',
        },
      });
    },

    /** Takes the hostname from exactly this claim, or from nobody. Fails if the claim has changed meanwhile. */
    takeWrite(domain: Claimant, former: Claim | undefined): Write {
      return table.putWrite(itemOf(domain, former), former ? isStill(former) : { expression: isNobodys });
    },

    /**
     * Takes it from a validated domain whose notice is over. It was proven twice, three days apart, so the claim is permanent.
     */
    transferWrite(domain: Claimant, former: Claim): Write {
      const validated = { ...domain, cname: { ...domain.cname, everValidated: true } };
      return table.putWrite(itemOf(validated), isStill(former));
    },

    /** For the transaction that validates a domain: the claim becomes permanent. */
    validatedWrite({ organizationId, id, url }: Holder, now: Date): Write {
      return table.updateWrite(keyOf({ url, organizationId }), {
        expression: 'SET validatedAt = if_not_exists(validatedAt, :now) REMOVE holdsUntil, goneSince',
        condition: `${isTheDomains} AND ${isHeld}`,
        names: state,
        values: { ':organization': organizationId, ':domain': id, ':held': 'held', ':now': now.toISOString() },
      });
    },

    /**
     * For the transaction that deletes a domain. `claim`: the current claim, for a domain that was never validated itself.
     * Refused if the claim belongs to another domain, also to a newer one with the same name.
     */
    releaseWrite({ organizationId, id, url, cname }: Holder, claim?: Claim): Write {
      const values = { ':organization': organizationId, ':domain': id };
      if (!cname.everValidated && claim?.validatedAt === undefined) {
        return table.deleteWrite(keyOf({ url, organizationId }), {
          expression: `${isTheDomains} AND ${wasNeverValidated}`,
          values,
        });
      }
      return table.updateWrite(keyOf({ url, organizationId }), {
        expression: 'SET #state = :quarantined REMOVE holdsUntil, goneSince',
        condition: isTheDomains,
        names: state,
        values: { ...values, ':quarantined': 'quarantined' },
      });
    },
  };
}
export type ClaimReads = ReturnType<typeof claimReads>;

export function claimStore(table: Table) {
  return {
    ...claimReads(table),

    /** For the transaction that notifies the holder of another organization's request. */
    auditWrite: (asked: AuditEntry): Write => auditWrite(table, asked),

    /**
     * Records since when the CNAME of a hostname in quarantine is gone; undefined: it is back. Does not overwrite a newer write.
     */
    async rememberGone(hostname: string, claim: Claim, goneSince: string | undefined): Promise<void> {
      const { expression, ...condition } = isStill(claim);
      await wonRace(
        table.update(keyOf({ url: hostname, organizationId: claim.organizationId }), {
          expression: goneSince === undefined ? 'REMOVE goneSince' : 'SET goneSince = :now',
          condition: expression,
          ...(condition.names && { names: condition.names }),
          values: { ...condition.values, ...(goneSince !== undefined && { ':now': goneSince }) },
        }),
      );
    },
  };
}
export type ClaimStore = ReturnType<typeof claimStore>;

function keyOf({ url, organizationId }: Pick<Holder, 'url' | 'organizationId'>): Key {
  return keys.claim(url, isTestTenant(organizationId) ? organizationId : undefined);
}

function itemOf({ url, organizationId, id: domainId, cname, updatedAt, dnsDeadlineAt }: Claimant, former?: Claim) {
  const own = former?.organizationId === organizationId ? former : undefined;
  const before = own?.validatedAt;
  const isHeldForGood = cname.everValidated || (own?.state === 'held' && own.holdsUntil === undefined);
  const validatedAt = before ?? (cname.everValidated ? updatedAt : undefined);
  const claim: Claim = {
    organizationId,
    domainId,
    state: 'held',
    ...(validatedAt !== undefined && { validatedAt }),
    ...(!isHeldForGood && { holdsUntil: dnsDeadlineAt }),
  };
  return { ...keyOf({ url, organizationId }), ...claim };
}

/** A retry extends the window, a validation ends it, a check starts the end of a quarantine: each of them changes the claim. */
function isStill({ organizationId, domainId, state: was, holdsUntil, goneSince }: Claim): Condition {
  const windowIsAsSeen = holdsUntil === undefined ? 'attribute_not_exists(holdsUntil)' : 'holdsUntil = :holdsUntil';
  const goneIsAsSeen = goneSince === undefined ? 'attribute_not_exists(goneSince)' : 'goneSince = :goneSince';
  return {
    expression: `${isTheDomains} AND #state = :state AND ${windowIsAsSeen} AND ${goneIsAsSeen}`,
    names: state,
    values: {
      ':organization': organizationId,
      ':domain': domainId,
      ':state': was,
      ...(holdsUntil !== undefined && { ':holdsUntil': holdsUntil }),
      ...(goneSince !== undefined && { ':goneSince': goneSince }),
    },
  };
}
