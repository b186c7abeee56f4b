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

/** The enrollment that a token permits, stored by the token's hash. */
export const Enrollment = z.object({
  organizationId: text,
  serverId: z.int(),
  /**
   * The server's label. A deleted server that was recreated with the same number has another label, and the token is not valid
   * for it.
   */
  label: text,
  validUntil: text,
  /** The id of the token for several machines, which is stored with its server. Absent: valid for one machine. */
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
  /** Enrolled machines, including revoked ones. */
  machines: z.int(),
  createdAt: text,
  validUntil: text,
});
export type ReusableToken = z.infer<typeof ReusableToken>;

/** The machine that has enrolled with these public keys. */
export const EnrolledKeys = z.object({
  organizationId: text,
  serverId: z.int(),
  machineId: text,
  /** SHA-256 of the enrollment token. Absent: enrolled by its AWS identity. */
  tokenHash: z.optional(text),
});
export type EnrolledKeys = z.infer<typeof EnrolledKeys>;

/** The public keys with which a machine enrolls, and its token, if any. */
interface EnrollingKeys {
  signing_jwk: { x: string; y: string };
  encryption_jwk: { x: string; y: string };
  token?: string | undefined;
}

export type FoundKeys = EnrolledKeys & { isByThisToken: boolean };

/** An enrollment, and the token's own row if it is for several machines. */
export type FoundEnrollment = Enrollment & { reusable?: ReusableToken };

type TokenAt = Pick<Server, 'organizationId' | 'id' | 'label'>;

const stillValid = 'attribute_exists(pk) AND validUntil > :now';
const letsOneMoreIn = `${stillValid} AND machines < maxMachines`;
const isThere = 'attribute_exists(pk)';
const enrolledAsRead = 'attribute_not_exists(pk) OR machineId = :former';

/** Tokens with which machines enroll. Only their SHA-256 is stored: 256 random bits need no slow hash. */
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
    /** Stores a new token for one machine, with the writes in `alongside`. */
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

    /** The enrollment of a valid token; undefined if it is unknown, used, revoked or expired. One read, or two. */
    async find(token: string, now: Date): Promise<FoundEnrollment | undefined> {
      const item = await table.get(enrollmentKey(token));
      const enrollment = item && Enrollment.parse(item);
      if (!enrollment || enrollment.validUntil <= now.toISOString()) return undefined;
      if (enrollment.tokenId === undefined) return enrollment;
      const reusable = await getToken(enrollment);
      return reusable && { ...enrollment, reusable };
    },

    /** Uses the token once, for the transaction that enrolls the machine: of two requests for its last place, one is refused. */
    useWrite(token: string, { reusable }: Pick<FoundEnrollment, 'reusable'>, now: Date): Write {
      const values = { ':now': now.toISOString() };
      if (!reusable) return table.deleteWrite(enrollmentKey(token), { expression: stillValid, values });
      return table.updateWrite(tokenKey(reusable), {
        expression: 'ADD machines :one',
        condition: letsOneMoreIn,
        values: { ...values, ':one': 1 },
      });
    },

    /** The machine that enrolled with these keys. It may be gone, or have other keys by now. */
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

    /** A server's valid tokens for several machines, newest first. One Query, unless many have expired. */
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

    /** Ends a token at once; its machines remain. Throws LostRace if it does not exist. */
    async revoke(reusable: ReusableToken, audit: AuditEntry): Promise<void> {
      const removal = table.deleteWrite(tokenKey(reusable), { expression: isThere });
      await table.transact([removal, auditWrite(table, audit)]);
    },
  };
}

/** Sorts after every id. */
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

/** A machine that did not receive the answer asks again in seconds, or at its next start. */
const ENROLLED_KEPT_SECONDS = 30 * 86_400;

function hashOfKeys({ signing_jwk: signing, encryption_jwk: encryption }: EnrollingKeys): string {
  return createHash('sha256').update([signing.x, signing.y, encryption.x, encryption.y].join('\n')).digest('hex');
}
