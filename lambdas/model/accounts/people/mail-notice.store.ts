import * as z from 'zod/mini';
import { MAIL_CAUSES } from '../../../../contract/api/events.ts';
import { ROLES } from '../../../../contract/api/roles.ts';
import { omit } from '../../../shared/rows/omit.ts';
import { DUE_MAILS_PARTITION, type Key, keys, organizationOfMails } from '../../../shared/table/keys.ts';
import { LostRace, wonRace, wonRaceUnlessBusy } from '../../../shared/table/lost-race.ts';
import { dueBefore } from '../../../shared/table/queries.ts';
import type { Item, Table, Write } from '../../../shared/table/table.store.ts';
import { assignments } from '../../../shared/table/write-input.ts';
import { addSeconds, expirySeconds } from '../../../shared/time/instant.ts';

const common = { organizationId: z.string(), stepDueAt: z.string(), tries: z.int() };

/** A mail that is due to an organization's members, its owners, or an invited person. */
export const MailNotice = z.discriminatedUnion('kind', [
  /**
   * `since`: the number of the first event that was not mailed yet. `until`: while only some have received the mail, the number
   * of the first event that is not in it.
   */
  z.object({
    ...common,
    kind: z.literal('cause'),
    cause: z.enum(MAIL_CAUSES),
    since: z.int(),
    until: z.optional(z.int()),
  }),
  z.object({ ...common, kind: z.literal('invitation'), invitationId: z.string() }),
  /**
   * About a new admin or owner, to the owners and to `owners`, who were owners before and may have been removed since. `since`:
   * the last change.
   */
  z.object({
    ...common,
    kind: z.literal('member'),
    ...{ userId: z.string(), email: z.string(), role: z.enum(ROLES), since: z.string() },
    owners: z.array(z.string()),
  }),
]);
export type MailNotice = z.infer<typeof MailNotice>;

export type MemberNotice = Extract<MailNotice, { kind: 'member' }>;

/** What the key of a notice contains. */
export interface DueMail extends Pick<MailNotice, 'organizationId' | 'kind'> {
  key: Key;
}

/** Longer than a notice is retried, and than a day. */
const KEPT_SECONDS = 7 * 86_400;
/** Giving and removing a role repeatedly sends no more mail than this. */
const SAME_MEMBER_PAUSE_SECONDS = 86_400;

const nobodyWorkedSince = 'stepDueAt = :seen';
const isFreeToSend = 'attribute_not_exists(pk) OR #state = :later OR (since <> :since AND freeAt <= :now)';

/** `told`: it was sent, or may have been. `freeAt`: an earlier mail had the same subject; this one may be sent then. */
export type MailClaim = 'won' | 'told' | { freeAt: string };

export function mailNoticeStore(table: Table) {
  return {
    invitationWrite(organizationId: string, invitationId: string, now: Date): Write {
      return table.putWrite(itemOf({ organizationId, kind: 'invitation', invitationId, stepDueAt: now.toISOString(), tries: 0 }));
    },

    /**
     * For the transaction that gives the role. A notice that is not sent yet keeps its recipients, so a repeated change after an
     * owner was removed does not hide it from that owner. If the stage sends no mail, the notice expires.
     */
    memberWrite({ owners, ...facts }: Omit<MemberNotice, 'kind' | 'stepDueAt' | 'tries'>): Write {
      const notice = { ...facts, owners, kind: 'member' as const, stepDueAt: facts.since, tries: 0 };
      const expiresAtSeconds = expirySeconds(new Date(facts.since), KEPT_SECONDS);
      const fields = { ...omit(itemOf(notice), 'pk', 'sk', 'owners'), expiresAtSeconds };
      const { expression, names, values } = assignments(fields, ['owners = if_not_exists(owners, :owners)']);
      return table.updateWrite(keyOf(notice), { expression, names, values: { ...values, ':owners': owners } });
    },

    /** The oldest first. One Query per page. */
    async dueBefore(now: Date, startAt?: Item): Promise<{ due: DueMail[]; next?: Item }> {
      const { keys: due, ...rest } = await dueBefore(table, DUE_MAILS_PARTITION, now, startAt);
      return { due: due.map(dueMail), ...rest };
    },

    async get(key: Key): Promise<MailNotice | undefined> {
      const item = await table.get(key);
      return item && MailNotice.parse(item);
    },

    /** False if another run was faster. */
    goOn(notice: MailNotice, next: MailNotice): Promise<boolean> {
      const seen = { ':seen': notice.stepDueAt };
      return wonRace(table.put(itemOf(next), { expression: nobodyWorkedSince, values: seen }));
    },

    end(notice: MailNotice): Promise<boolean> {
      const condition = { expression: nobodyWorkedSince, values: { ':seen': notice.stepDueAt } };
      return wonRaceUnlessBusy(table.transact([table.deleteWrite(keyOf(notice), condition)]));
    },

    /**
     * Claims the one mail of a notice to an address. Written before the mail is sent: a crash in between loses the mail, and
     * never sends two.
     */
    async claim(address: string, notice: MailNotice, now: Date): Promise<MailClaim> {
      const since = memberSince(notice);
      try {
        await table.update(claimKey(address, notice), {
          expression: 'SET #state = :taken, since = :since, freeAt = :free, expiresAtSeconds = :expiry',
          condition: isFreeToSend,
          names: { '#state': 'state' },
          values: {
            ...{ ':taken': 'taken', ':later': 'later', ':since': since, ':now': now.toISOString() },
            ...{ ':free': addSeconds(now, SAME_MEMBER_PAUSE_SECONDS), ':expiry': expirySeconds(now, KEPT_SECONDS) },
          },
        });
        return 'won';
      } catch (error) {
        if (!(error instanceof LostRace) || error.isConflict) throw error;
        const [found] = error.found;
        return notice.kind === 'member' && found?.since !== since ? { freeAt: String(found?.freeAt) } : 'told';
      }
    },

    /** The mail was certainly not sent and may be retried. */
    async giveBack(address: string, notice: MailNotice): Promise<void> {
      await table.update(claimKey(address, notice), {
        expression: 'SET #state = :later',
        names: { '#state': 'state' },
        values: { ':later': 'later' },
      });
    },
  };
}
export type MailNoticeStore = ReturnType<typeof mailNoticeStore>;

function keyOf(notice: MailNotice): Key {
  return keys.mailNotice(notice.organizationId, nameOf(notice));
}

function dueMail(key: Key): DueMail {
  return { key, organizationId: organizationOfMails(key.pk), kind: kindOf(key.sk) };
}

function kindOf(name: string): MailNotice['kind'] {
  if (name.startsWith(INVITATION_NAME)) return 'invitation';
  return name.startsWith(MEMBER_NAME) ? 'member' : 'cause';
}

const INVITATION_NAME = 'invitation#';
const MEMBER_NAME = 'member#';

/** A repeated change of the same member to the same role replaces a notice that is not sent yet. */
function nameOf(notice: MailNotice): string {
  switch (notice.kind) {
    case 'cause':
      return notice.cause;
    case 'invitation':
      return `${INVITATION_NAME}${notice.invitationId}`;
    case 'member':
      return `${MEMBER_NAME}${notice.userId}#${notice.role}`;
  }
}

/** The next mail of the same cause begins at another event. */
function claimKey(address: string, notice: MailNotice): Key {
  const first = notice.kind === 'cause' ? `#${notice.since}` : '';
  return keys.mailClaim(notice.organizationId, address, nameOf(notice) + first);
}

/** Distinguishes mails that share a claim. */
function memberSince(notice: MailNotice): string {
  return notice.kind === 'member' ? notice.since : '';
}

function itemOf(notice: MailNotice): Item & Key {
  return { ...keyOf(notice), duePk: DUE_MAILS_PARTITION, ...notice };
}
