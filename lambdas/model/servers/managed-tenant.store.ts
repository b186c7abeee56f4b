import * as z from 'zod/mini';
import { keys } from '../../shared/table/keys.ts';
import { LostRace, wonRace } from '../../shared/table/lost-race.ts';
import type { Table, TableReads, Write } from '../../shared/table/table.store.ts';
import { assignments } from '../../shared/table/write-input.ts';
import type { Domain } from '../domains/domain-row.schema.ts';
import { CertificateFacts } from '../domains/issuance.schema.ts';
import { AwsProblem } from './server.schema.ts';

const text = z.string();
const optionalText = z.optional(text);

/**
 * A hostname's tenant at a CloudFront distribution, whose certificate CloudFront gets and renews itself. A domain's step requests
 * a certificate here, and the worker in AWS accounts records what it finds.
 */
export const ManagedTenant = z.object({
  organizationId: text,
  serverId: z.int(),
  hostname: text,
  domainId: z.int(),
  /** `removed`: the tenant is to be deleted, and the row with it. */
  state: z.enum(['wanted', 'removed']),
  /** The domain's open request, and the current certificate, which does not answer it. */
  certificateRequestId: text,
  formerFingerprint: optionalText,
  formerNotAfter: optionalText,
  /** It was not seen served: somebody may have changed or deleted the tenant. */
  wasNotServed: z.optional(z.literal(true)),
  /** The end of the worker's tries. */
  deadlineAt: text,
  /** When the work was added to the list of its AWS account. */
  announcedAt: optionalText,
  /** CloudFront's own certificate, once the tenant has it. */
  certificateArn: optionalText,
  /** Our certificate that CloudFront's replaces: it is to be deleted. */
  replacedArn: optionalText,
  facts: z.optional(CertificateFacts),
  problem: z.optional(AwsProblem),
});
export type ManagedTenant = z.infer<typeof ManagedTenant>;

export type RequestedTenant = Pick<
  ManagedTenant,
  | 'organizationId'
  | 'serverId'
  | 'hostname'
  | 'domainId'
  | 'certificateRequestId'
  | 'formerFingerprint'
  | 'formerNotAfter'
  | 'wasNotServed'
  | 'deadlineAt'
  | 'replacedArn'
>;
export type TenantFindings = Partial<Pick<ManagedTenant, 'certificateArn' | 'replacedArn' | 'facts' | 'problem'>>;

const isOfThisDomain = 'domainId = :domain';
const isInThisState = '#state = :state';
const isForThisRequest = 'certificateRequestId = :request';
const isStillThis = `${isOfThisDomain} AND ${isInThisState} AND ${isForThisRequest}`;

function managedTenantReads(table: TableReads) {
  return {
    async get(organizationId: string, serverId: number, hostname: string): Promise<ManagedTenant | undefined> {
      const item = await table.get(keys.managedTenant(organizationId, serverId, hostname));
      return item && ManagedTenant.parse(item);
    },

    /** For the transaction of the domain's row. Keeps the tenant's data, and drops what was found for another request. */
    requestWrite(requested: RequestedTenant): Write {
      const { replacedArn, formerFingerprint, formerNotAfter, wasNotServed, ...rest } = requested;
      const nothingFound = { facts: undefined, problem: undefined, announcedAt: undefined };
      const item = { ...rest, formerFingerprint, formerNotAfter, wasNotServed, state: 'wanted', ...nothingFound };
      return table.updateWrite(keyOf(requested), assignments({ ...item, ...(replacedArn !== undefined && { replacedArn }) }));
    },
  };
}
export type ManagedTenantReads = ReturnType<typeof managedTenantReads>;

export function managedTenantStore(table: Table) {
  return {
    ...managedTenantReads(table),

    /** The work is in the list. Does nothing if the row has changed meanwhile. */
    async markAnnounced(tenant: ManagedTenant, now: Date): Promise<void> {
      await save(tenant, { announcedAt: now.toISOString() });
    },

    /** False if another request or a removal has arrived meanwhile: the finding does not apply to that. */
    saveFound: (tenant: ManagedTenant, found: TenantFindings): Promise<boolean> => save(tenant, found),

    /**
     * The domain no longer needs it. Returns it if the removal must still be announced; undefined if there is none, or it belongs
     * to another domain by now.
     */
    async retire(from: Pick<Domain, 'organizationId' | 'id' | 'url'>, serverId: number): Promise<ManagedTenant | undefined> {
      const of = { organizationId: from.organizationId, serverId, hostname: from.url };
      try {
        const item = await table.update(keyOf(of), {
          expression: 'SET #state = :removed REMOVE announcedAt, problem',
          condition: `${isOfThisDomain} AND #state <> :removed`,
          names: STATE,
          values: { ':removed': 'removed', ':domain': from.id },
        });
        return ManagedTenant.parse(item);
      } catch (error) {
        if (!(error instanceof LostRace)) throw error;
        const found = error.found[0] && ManagedTenant.parse(error.found[0]);
        const isLeft = found?.domainId === from.id && found.state === 'removed' && found.announcedAt === undefined;
        return isLeft ? found : undefined;
      }
    },

    /** Deletes the row when nothing is left at AWS. */
    forget: (tenant: ManagedTenant): Promise<boolean> =>
      wonRace(table.transact([table.deleteWrite(keyOf(tenant), conditionOf(tenant))])),
  };

  function save(tenant: ManagedTenant, changes: Partial<ManagedTenant>): Promise<boolean> {
    const { expression, names, values } = assignments(changes);
    const { condition, ...still } = { condition: isStillThis, ...conditionOf(tenant) };
    return wonRace(
      table.update(keyOf(tenant), {
        expression,
        condition,
        names: { ...names, ...STATE },
        values: { ...values, ...still.values },
      }),
    );
  }
}
export type ManagedTenantStore = ReturnType<typeof managedTenantStore>;

/** `state` is a reserved word of DynamoDB. */
const STATE = { '#state': 'state' };

function conditionOf({ domainId, state, certificateRequestId }: ManagedTenant) {
  const values = { ':domain': domainId, ':state': state, ':request': certificateRequestId };
  return { expression: isStillThis, names: STATE, values };
}

function keyOf({ organizationId, serverId, hostname }: Pick<ManagedTenant, 'organizationId' | 'serverId' | 'hostname'>) {
  return keys.managedTenant(organizationId, serverId, hostname);
}
