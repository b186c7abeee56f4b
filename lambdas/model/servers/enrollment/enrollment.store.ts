import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { AuditEntry } from '../../../shared/audit/audit.schema.ts';
import { auditWrite } from '../../../shared/audit/audit.store.ts';
import type { PagePlace } from '../../../shared/http/pagination/page-by-id.ts';
import { keys } from '../../../shared/table/keys.ts';
import { everyItem } from '../../../shared/table/queries.ts';
import { notThereYet, type Table, type Write } from '../../../shared/table/table.store.ts';
import { expirySeconds } from '../../../shared/time/instant.ts';
import type { Server } from '../server.schema.ts';

const text = z.string();

/** What a token is for: found by its hash. */
export const Enrollment = z.object({
  organizationId: text,
  serverId: z.int(),
  /**
   * The server's label. A server that was deleted and created again by its number has another, and is not what the token is for.
   */
  label: text,
  validUntil: text,
  /** Of the token for several machines, which lies with its server. Absent: it is good for one machine. */
  tokenId: z.optional(text),
});
export type Enrollment = z.infer<typeof Enrollment>;

/** A token for several machines, as it is listed, counted down and revoked. */
export const ReusableToken = z.object({
  id: text,
  organizationId: text,
  serverId: z.int(),
  label: text,
  maxMachines: z.int(),
  /** How many have enrolled with it, revoked ones included. */
  machines: z.int(),
  createdAt: text,
  validUntil: text,
});
export type ReusableToken = z.infer<typeof ReusableToken>;

/** The machine that has enrolled with its public keys. */
export const EnrolledKeys = z.object({
  organizationId: text,
  serverId: z.int(),
  machineId: text,
  /** Of the token by which it enrolled, SHA-256. Absent: by its AWS identity. */
  tokenHash: z.optional(text),
});
export type EnrolledKeys = z.infer<typeof EnrolledKeys>;

/** The public keys with which a machine enrolls, and its token, if it has one. */
interface EnrollingKeys {
  signing_jwk: { x: string; y: string };
  encryption_jwk: { x: string; y: string };
  token?: string | undefined;
}

export type FoundKeys = EnrolledKeys & { isByThisToken: boolean };

/** A token that was found, with its own row where it is for several machines. */
export type FoundEnrollment = Enrollment & { reusable?: ReusableToken };

type TokenAt = Pick<Server, 'organizationId' | 'id' | 'label'>;

const stillValid = 'attribute_exists(pk) AND validUntil > :now';
const letsOneMoreIn = `${stillValid} AND machines < maxMachines`;
const isThere = 'attribute_exists(pk)';
const enrolledAsRead = 'attribute_not_exists(pk) OR machineId = :former';

/** Tokens with which machines enroll. Only their SHA-256 is kept: 256 random bits need no slow hash. */
export function enrollmentStore(table: Table) {
  const tokenKey = ({
    organizationId,
    serverId,
    label,
    id,
  }: Pick<ReusableToken, 'organizationId' | 'serverId' | 'label' | 'id'>) =>
    keys.reusableToken(organizationId, serverId, label, id);

  async function getToken({ organizationId, serverId, label, tokenId }: Enrollment): Promise<ReusableToken | undefined> {
    if (tokenId === undefined) return undefined;
    const item = await table.get(tokenKey({ organizationId, serverId, label, id: tokenId }));
    return item && ReusableToken.parse(item);
  }

  return {
    /** Keeps a new token for one machine, with whatever goes `alongside`. */
    async create(enrollment: Enrollment, token: string, audit: AuditEntry, alongside: Write[] = []): Promise<void> {
      const item = { ...enrollmentKey(token), ...enrollment, ...expiry(enrollment) };
      await table.transact([table.putWrite(item, notThereYet), auditWrite(table, audit), ...alongside]);
    },

    /** The same for several machines. */
    async createReusable(reusable: ReusableToken, token: string, audit: AuditEntry, alongside: Write[] = []): Promise<void> {
      const { organizationId, serverId, label, validUntil, id: tokenId } = reusable;
      const enrollment: Enrollment = { organizationId, serverId, label, validUntil, tokenId };
      await table.transact([
        table.putWrite({ ...enrollmentKey(token), ...enrollment, ...expiry(reusable) }, notThereYet),
        table.putWrite({ ...tokenKey(reusable), ...reusable, ...expiry(reusable) }, notThereYet),
        auditWrite(table, audit),
        ...alongside,
      ]);
    },

    /** What a token is for that may be used; undefined when it is unknown, used, revoked or too old. One read, or two. */
    async find(token: string, now: Date): Promise<FoundEnrollment | undefined> {
      const item = await table.get(enrollmentKey(token));
      const enrollment = item && Enrollment.parse(item);
      if (!enrollment || enrollment.validUntil <= now.toISOString()) return undefined;
      if (enrollment.tokenId === undefined) return enrollment;
      const reusable = await getToken(enrollment);
      return reusable && { ...enrollment, reusable };
    },

    /** Uses the token once, for the transaction that enrolls the machine: of two at its last place, one is refused. */
    useWrite(token: string, { reusable }: Pick<FoundEnrollment, 'reusable'>, now: Date): Write {
      const values = { ':now': now.toISOString() };
      if (!reusable) return table.deleteWrite(enrollmentKey(token), { expression: stillValid, values });
      return table.updateWrite(tokenKey(reusable), {
        expression: 'ADD machines :one',
        condition: letsOneMoreIn,
        values: { ...values, ':one': 1 },
      });
    },

    /** Which machine these keys were enrolled as. It may be gone, or have other keys by now. */
    async enrolledWith(enrolling: EnrollingKeys): Promise<FoundKeys | undefined> {
      const { token } = enrolling;
      const item = await table.get(keys.enrolledKeys(hashOfKeys(enrolling)));
      if (!item) return undefined;
      const enrolled = EnrolledKeys.parse(item);
      return { ...enrolled, isByThisToken: token !== undefined && enrolled.tokenHash === hashOfToken(token) };
    },

    /** For the transaction that enrolls the machine. Refused if a request with the same keys was faster than this one. */
    enrolledWrite(
      enrolling: EnrollingKeys,
      enrolled: Omit<EnrolledKeys, 'tokenHash'>,
      former: EnrolledKeys | undefined,
      now: Date,
    ): Write {
      const { token } = enrolling;
      const tokenHash = token === undefined ? {} : { tokenHash: hashOfToken(token) };
      const item = { ...keys.enrolledKeys(hashOfKeys(enrolling)), ...enrolled, ...tokenHash };
      return table.putWrite(
        { ...item, expiresAtSeconds: expirySeconds(now, ENROLLED_KEPT_SECONDS) },
        { expression: enrolledAsRead, values: { ':former': former?.machineId ?? '' } },
      );
    },

    /** A server's tokens for several machines that are still valid, newest first. One Query, unless many are past their end. */
    async page(server: TokenAt, { before = NO_BOUND, limit }: PagePlace<string>, now: Date) {
      const at = (id: string) => keys.reusableToken(server.organizationId, server.id, server.label, id);
      const found = everyItem(table, {
        KeyConditionExpression: 'pk = :server AND sk BETWEEN :first AND :last',
        values: { ':server': at('').pk, ':first': at('').sk, ':last': at(before).sk },
        ScanIndexForward: false,
        ConsistentRead: true,
      });
      const items: ReusableToken[] = [];
      for await (const item of found) {
        const token = ReusableToken.parse(item);
        if (token.id !== before && token.validUntil > now.toISOString()) items.push(token);
        if (items.length > limit) break;
      }
      return { items, hasMore: items.length > limit };
    },

    async findReusable({ organizationId, id, label }: TokenAt, tokenId: string): Promise<ReusableToken | undefined> {
      return getToken({ organizationId, serverId: id, label, tokenId, validUntil: '' });
    },

    /** Ends a token at once; its machines stay. Throws LostRace if it was not there. */
    async revoke(reusable: ReusableToken, audit: AuditEntry): Promise<void> {
      const removal = table.deleteWrite(tokenKey(reusable), { expression: isThere });
      await table.transact([removal, auditWrite(table, audit)]);
    },
  };
}

/** What sorts behind every id. */
const NO_BOUND = '~';

function expiry({ validUntil }: Pick<Enrollment, 'validUntil'>) {
  return { expiresAtSeconds: Math.ceil(Date.parse(validUntil) / 1000) };
}

function enrollmentKey(token: string) {
  return keys.enrollment(hashOfToken(token));
}

function hashOfToken(token: string): string {
  return createHash('sha256').update(token, 'utf8').digest('hex');
}

/** A machine that did not hear the answer asks again in seconds, or at its next start. */
const ENROLLED_KEPT_SECONDS = 30 * 86_400;

function hashOfKeys({ signing_jwk: signing, encryption_jwk: encryption }: EnrollingKeys): string {
  return createHash('sha256').update([signing.x, signing.y, encryption.x, encryption.y].join('\n')).digest('hex');
}
