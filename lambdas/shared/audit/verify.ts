import { createHash, verify } from 'node:crypto';
import { rolledAt } from '../ids/id-formats.ts';
import { auditPartition } from '../table/keys.ts';
import { dayOf } from '../time/instant.ts';
import { AUDIT_KEPT_DAYS, entryIdAt } from './audit.schema.ts';
import { DayOfHeads, SEALED_WITHIN_MINUTES, Seal, type SealedEntry, type SignedDay } from './seal.schema.ts';
import { canonicalJson, hashOf, hashOfSeal } from './seal.ts';

// Verifies that the audit log is unchanged: entries by seals, seals by heads, heads by signatures.

type Item = Record<string, unknown>;

export type FindingKind =
  | 'entry-changed'
  | 'entry-removed'
  | 'entry-inserted'
  | 'entry-exchanged'
  | 'entry-sealed-twice'
  | 'entry-sealed-late'
  | 'seal-changed'
  | 'seal-removed'
  | 'seal-exchanged'
  | 'head-does-not-fit'
  | 'day-forged'
  | 'day-removed'
  | 'day-replaced';

export interface Finding {
  kind: FindingKind;
  organizationId?: string;
  /** The id of an entry, the number of a seal, or a day. */
  what: string;
  detail: string;
}

const MINUTE = 60_000;
const DAY = 86_400_000;

/** The contents of the signed days, oldest first, and their problems. Only a day with a valid signature counts. */
export function verifyDays(signed: readonly SignedDay[], publicKeyPem: string): { days: DayOfHeads[]; findings: Finding[] } {
  const findings: Finding[] = [];
  const report = (kind: FindingKind, what: string, detail: string) => findings.push({ kind, what, detail });
  const days: DayOfHeads[] = [];
  let before: { day: string; sha256: string } | undefined;
  for (const { day, text, signature, versions } of signed.toSorted((a, b) => (a.day < b.day ? -1 : 1))) {
    if (versions > 1) report('day-replaced', day, `it has ${versions} versions; the oldest is used`);
    const heads = verify('sha256', Buffer.from(text), publicKeyPem, Buffer.from(signature, 'base64')) ? headsIn(text) : undefined;
    if (heads?.day !== day) {
      report('day-forged', day, 'the signature is not of this text by this key');
      before = undefined;
      continue;
    }
    const expected = before && nextDay(before.day);
    if (expected !== undefined && expected !== day) report('day-removed', expected, `the next day that is there is ${day}`);
    else if (before && heads.previousSha256 !== before.sha256) report('day-replaced', before.day, `${day} names another text`);
    before = { day, sha256: sha256Of(text).toString('base64') };
    days.push(heads);
  }
  return { days, findings };
}

export function textOfDay(day: DayOfHeads): string {
  return canonicalJson(day);
}

export function sha256Of(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function headsIn(text: string): DayOfHeads | undefined {
  try {
    return DayOfHeads.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** The last day that has ended long enough ago for the index that lists its chains. */
export function lastDayToSign(now: Date): string {
  return dayOf(new Date(now.getTime() - DAY - SETTLING_MINUTES * MINUTE));
}
const SETTLING_MINUTES = 10;
/** The longest time that the signer may take, retries included. */
const SIGNED_WITHIN_HOURS = 3;

export function nextDay(day: string): string {
  return dayOf(new Date(Date.parse(day) + DAY));
}

/** The time span of the entries to verify. All seals of the organization are verified in any case. */
export interface Window {
  since: Date;
  until: Date;
}

/** Marks a sealed entry that was found unchanged. */
const MET = 'met';

/**
 * Verifies an organization's audit log: add all seals first, oldest first, then the entries of the window, in any order. It
 * stores the hashes of the window's entries, some 250 bytes each.
 */
export class AuditVerification {
  readonly #organizationId: string;
  readonly #days: readonly DayOfHeads[];
  readonly #window: { first: string; last: string };
  readonly #now: Date;
  readonly #findings: Finding[] = [];
  /** By seal number: the days that have signed it. */
  readonly #heads: Map<number, { day: string; sha256: string }[]>;
  readonly #sealed = new Map<string, SealedEntry | typeof MET>();
  /** Entries that differ from their seals, or have none. */
  readonly #strange: Item[] = [];
  readonly #daysOfSeals = new Set<string>();
  readonly #places = new Set<string>();
  #last: Seal | undefined;
  #seals = 0;
  #entries = 0;
  #pending = 0;
  /** The lowest id of an entry that must have a seal in time. */
  readonly #strictFrom: string;
  #unproven = 0;

  constructor(organizationId: string, days: readonly DayOfHeads[], { since, until }: Window, now: Date) {
    this.#organizationId = organizationId;
    this.#days = days;
    this.#window = { first: entryIdAt(since), last: `${entryIdAt(until)}~` };
    this.#now = now;
    this.#strictFrom = entryIdAt(firstWholeDay(days, now));
    const heads = days.flatMap(({ day, heads: all }) => {
      const head = all[organizationId];
      return head ? [{ day, ...head }] : [];
    });
    this.#heads = Map.groupBy(heads, ({ number }) => number);
  }

  seal(item: Item): void {
    const { data: seal } = Seal.safeParse(item);
    if (seal) this.#checkSeal(seal, Number(item.sk));
    else this.#report('seal-changed', Number(item.sk), 'it cannot be read');
  }

  entry(item: Item): void {
    const id = String(item.sk);
    if (!this.#isInWindow(id)) return;
    this.#entries += 1;
    const sealed = this.#sealed.get(id);
    const youngest = this.#now.getTime() - SEALED_WITHIN_MINUTES * MINUTE;
    if (sealed !== undefined && sealed !== MET && sealed.sha256 === hashOf(item)) this.#sealed.set(id, MET);
    else if (sealed === undefined && rolledAt(id).getTime() > youngest) this.#pending += 1;
    else if (sealed === undefined && id < this.#strictFrom) this.#unproven += 1;
    else this.#strange.push(item);
  }

  /** Where the window's entries are, according to the seals. */
  get places(): ReadonlySet<string> {
    return this.#places;
  }

  finish() {
    this.#checkEnd();
    this.#checkSignatures();
    this.#nameStrange();
    for (const [id, sealed] of this.#sealed) {
      if (sealed !== MET && !isExpired(rolledAt(id), this.#now)) this.#report('entry-removed', id, 'it was sealed');
    }
    const counts = { seals: this.#seals, entries: this.#entries, pending: this.#pending, unproven: this.#unproven };
    return { ...counts, findings: this.#findings };
  }

  #checkSeal(seal: Seal, number: number): void {
    if (seal.organizationId !== this.#organizationId || seal.number !== number || hashOfSeal(seal) !== seal.sha256)
      this.#report('seal-changed', number, 'its entries, their order, its number or its time are not those that were sealed');
    this.#checkLink(seal);
    for (const { day, sha256 } of this.#heads.get(seal.number) ?? []) {
      if (sha256 !== seal.sha256) this.#report('head-does-not-fit', seal.number, `${day} has signed another seal ${seal.number}`);
    }
    const latest = entryIdAt(new Date(Date.parse(seal.sealedAt) - SEALED_WITHIN_MINUTES * MINUTE));
    for (const entry of seal.entries) if (this.#isInWindow(entry.id)) this.#remember(entry, seal, latest);
    this.#daysOfSeals.add(seal.sealedAt.slice(0, 10));
    this.#last = seal;
    this.#seals += 1;
  }

  #report(kind: FindingKind, what: string | number, detail: string): void {
    this.#findings.push({ kind, organizationId: this.#organizationId, what: String(what), detail });
  }

  #isInWindow(id: string): boolean {
    return id >= this.#window.first && id <= this.#window.last;
  }

  #checkLink({ number, previous }: Seal): void {
    const last = this.#last;
    if (last === undefined) {
      const isFirst = number === 1 && previous === undefined;
      const isNextExpired = previous !== undefined && isExpired(new Date(previous.sealedAt), this.#now);
      if (!isFirst && !isNextExpired) this.#report('seal-removed', number - 1, `the chain begins with ${number}`);
    } else if (number !== last.number + 1) {
      this.#report('seal-removed', last.number + 1, `after ${last.number} comes ${number}`);
    } else if (previous?.sha256 !== last.sha256) {
      this.#report('seal-exchanged', last.number, `${number} follows another seal ${last.number}`);
    }
  }

  #remember(entry: SealedEntry, { number, sealedAt }: Seal, latest: string): void {
    this.#places.add(entry.place);
    const known = this.#sealed.get(entry.id);
    if (known === undefined) {
      this.#sealed.set(entry.id, entry);
      if (entry.id < latest && entry.id >= this.#strictFrom)
        this.#report('entry-sealed-late', entry.id, `seal ${number} is of ${sealedAt}: inserted later, or sealing was behind`);
    } else if (known !== MET && known.sha256 !== entry.sha256) {
      this.#report('entry-sealed-twice', entry.id, `with different contents; the later time in seal ${number}`);
    }
  }

  /** A signed day may refer to a seal that no longer exists. */
  #checkEnd(): void {
    const end = this.#last?.number ?? 0;
    for (const [number, [signed]] of this.#heads) {
      if (signed && number > end && !isExpired(new Date(signed.day), this.#now))
        this.#report('seal-removed', number, `${signed.day} has signed it, and the chain ends with ${end}`);
    }
  }

  #checkSignatures(): void {
    const signed = new Set(this.#days.filter(({ heads }) => this.#organizationId in heads).map(({ day }) => day));
    const last = lastDayToSign(new Date(this.#now.getTime() - SIGNED_WITHIN_HOURS * 60 * MINUTE));
    for (const day of this.#daysOfSeals) {
      if (day <= last && !signed.has(day))
        this.#report('day-removed', day, 'the chain grew on this day, and no signature says so');
    }
  }

  /** Distinguishes a moved entry from a changed one. */
  #nameStrange(): void {
    const missing = [...this.#sealed.values()].filter((sealed) => sealed !== MET);
    const compared = missing.length <= MAX_COMPARED ? missing : [];
    for (const item of this.#strange) {
      const id = String(item.sk);
      const sealed = this.#sealed.get(id);
      const owner = compared.find((one) => one.id !== id && holds(item, one, this.#organizationId));
      if (owner) this.#report('entry-exchanged', id, `it holds what ${owner.id} held`);
      else if (sealed === undefined || sealed === MET)
        this.#report('entry-inserted', id, sealed === MET ? 'a second one with this id' : 'no seal has it');
      else this.#report('entry-changed', id, 'its contents are not those that were sealed');
    }
    for (const { sk } of this.#strange) this.#sealed.delete(String(sk));
  }
}

/** Each unexpected entry is compared with each missing one. */
const MAX_COMPARED = 1_000;

/** True when an item is a sealed entry under another key. */
function holds(item: Item, { place, id, sha256 }: SealedEntry, organizationId: string): boolean {
  return hashOf({ ...item, pk: auditPartition(organizationId, place), sk: id, ...('id' in item && { id }) }) === sha256;
}

/** Sealing began on the day after the first signed one. From the next day on, each entry must have a seal. */
function firstWholeDay([first]: readonly DayOfHeads[], now: Date): Date {
  if (first === undefined) return now;
  return first.previousSha256 === undefined ? new Date(Date.parse(first.day) + 2 * DAY) : new Date(0);
}

/** True when the table may have deleted items from this time. */
function isExpired(at: Date, now: Date): boolean {
  return at.getTime() + AUDIT_KEPT_DAYS * DAY <= now.getTime();
}
