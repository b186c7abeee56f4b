import { generateKeyPairSync, sign as signWith } from 'node:crypto';
import { ulid } from 'ulid';
import { vi } from 'vitest';
import { verifyAudit } from '../../../bin/admin/audit/verify-audit.ts';
import { sealEntries } from '../../../lambdas/audit-chain/seal-entries.ts';
import { signDays } from '../../../lambdas/audit-chain/sign-days.ts';
import type { AuditEntry } from '../../../lambdas/shared/audit/audit.schema.ts';
import { auditWrite } from '../../../lambdas/shared/audit/audit.store.ts';
import type { SignedDay } from '../../../lambdas/shared/audit/seal.schema.ts';
import type { Item } from '../../../lambdas/shared/table/table.store.ts';
import type { SigningEdges } from '../../../lambdas/wiring/edges.ts';
import { openRows } from '../../../lambdas/wiring/rows.wiring.ts';
import { HOUR, later, NOW } from '../a-domain.ts';
import { dynamo, edgesWith, table } from '../edges.ts';
import { holdItems } from '../held-items.ts';

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
const publicKeyPem = publicKey.export({ format: 'pem', type: 'spki' }).toString();
export const DAY = 24 * HOUR;

/** ECDSA as in KMS: KMS signs a digest, Node computes the digest from the text. */
export const signText = (text: string) => signWith('sha256', Buffer.from(text), privateKey).toString('base64');

/** An audit trail: tests add, seal and sign entries, and tamper with them. */
export class ASealedAudit {
  readonly #held = holdItems(dynamo, []);
  readonly items = this.#held.items;
  readonly meanwhile = this.#held.meanwhile;
  readonly log = vi.fn();
  days: SignedDay[] = [];
  now = NOW;
  readonly #days: SigningEdges['signedDays'] = {
    lastDay: async () => this.days.at(-1)?.day,
    textOf: async (day) => this.days.find((one) => one.day === day)?.text ?? '',
    keep: async ({ day, text }) => {
      if (this.days.some((one) => one.day === day)) return false;
      this.days.push({ day, text, signature: signText(text), versions: 1 });
      return true;
    },
  };
  readonly ports = openRows(
    edgesWith({
      clock: () => this.now,
      log: this.log,
      signedDays: this.#days,
      // The signed days' store signs instead: Node signs texts, KMS signs digests.
      signDigest: vi.fn(async () => new Uint8Array()),
    }),
  );

  add(at: Date, organizationId = 'org_A', more: Partial<AuditEntry> = {}): Item {
    const id = `aud_${ulid(at.getTime())}`;
    const actor = { type: 'administrator' as const };
    const resource = { type: 'server' as const, id: '7' };
    const entry = { id, at: at.toISOString(), organizationId, action: 'server.updated', resource, actor, after: { name: id } };
    const item = { ...auditWrite(table, { ...entry, ...more }).Put?.Item };
    this.items.set(`${item.pk}|${item.sk}`, item);
    return item;
  }

  async seal(items: readonly (Item | undefined)[], now = later(0)): Promise<boolean[]> {
    return sealEntries(items, now, this.ports);
  }

  async signUntil(now: Date): Promise<string[]> {
    this.now = now;
    return signDays(this.ports);
  }

  /** Findings of `npm run admin -- audit verify`, as `kind what`. */
  async verify(organization?: string, window = { since: later(-400 * DAY), until: this.now }) {
    const ports = { table, signed: this.days, publicKeyPem, now: this.now, onProgress: () => {} };
    const verified = await verifyAudit(organization, window, ports);
    return { ...verified, named: verified.findings.map(({ kind, what }) => `${kind} ${what}`) };
  }

  sealItem(number: number, organizationId = 'org_A'): Item {
    const item = this.items.get(`SEALS#${organizationId}|${String(number).padStart(16, '0')}`);
    if (!item) throw new Error(`no seal ${number}`);
    return item;
  }

  /** A write by somebody with full access to the table. */
  put(item: Item): void {
    this.items.set(`${item.pk}|${item.sk}`, item);
  }
  remove({ pk, sk }: Item): void {
    this.items.delete(`${pk}|${sk}`);
  }
}

/** Three signed days, each with two seals of two entries. The seals have the numbers 1 to 6. */
export async function threeDays(): Promise<{ audit: ASealedAudit; entries: Item[] }> {
  const audit = new ASealedAudit();
  const entries: Item[] = [];
  await audit.signUntil(later(-6 * DAY));
  for (const day of [-3, -2, -1]) {
    for (const hour of [1, 2]) {
      const at = later(day * DAY + hour * HOUR);
      const two = [audit.add(at), audit.add(new Date(at.getTime() + 1))];
      await audit.seal(two, new Date(at.getTime() + 2000));
      entries.push(...two);
    }
    await audit.signUntil(later(day * DAY + DAY));
  }
  return { audit, entries };
}
