import type { MailCause } from '../../../contract/api/events.ts';
import type { Settings } from '../../../contract/stack/settings.schema.ts';
import { OUTBOX_KEPT_DAYS, type OutboxEvent } from '../../shared/outbox/outbox.schema.ts';
import { omit } from '../../shared/rows/omit.ts';
import { DUE_MAILS_PARTITION, keys, organizationPartition, WEBHOOK_PREFIX } from '../../shared/table/keys.ts';
import { wonRace } from '../../shared/table/lost-race.ts';
import { allItems } from '../../shared/table/queries.ts';
import { type Item, notThereYet, type Table, type Update, type Write } from '../../shared/table/table.store.ts';
import { addSeconds, expirySeconds, hourOf } from '../../shared/time/instant.ts';
import type { MailNotice } from '../accounts/people/mail-notice.store.ts';
import { EMPTY_LOG, EventCounter, nextEventNumber } from './event-log.schema.ts';

/** A day longer than events are shown: everything after any position that a reader may use still exists. */
const LOG_RETENTION_SECONDS = (OUTBOX_KEPT_DAYS + 1) * 86_400;

/** The default delay from the first event of a cause to its mail: many events make one mail. */
const MAIL_DELAY_SECONDS = 600;

export type AddressedEvent = OutboxEvent & { recipients: number[] };

export interface LogTail {
  counter: EventCounter;
  webhooks: Item[];
}

/** Appends to an organization's event log. */
export function eventAppendStore(table: Table, { restoreEpoch = 0, mail }: Pick<Settings, 'restoreEpoch' | 'mail'>) {
  return {
    /** Strongly consistent: one Query, and one more per megabyte of webhooks. */
    async end(organizationId: string): Promise<LogTail> {
      const items = await allItems(table, webhooksAndCounter(organizationId));
      const isCounter = ({ sk }: Item) => sk === keys.eventCounter(organizationId).sk;
      const counter = items.find(isCounter);
      return { counter: EventCounter.parse({ ...EMPTY_LOG, ...counter }), webhooks: items.filter((item) => !isCounter(item)) };
    },

    /**
     * Assigns at most 49 events the numbers after `before`, and stores their recipients: one transaction. Returns the new end.
     * Throws LostRace if another relay moved the counter or numbered one of them; `found` then has their outbox entries, at index
     * 1 and up.
     */
    async append(
      organizationId: string,
      before: EventCounter,
      events: readonly AddressedEvent[],
      now: Date,
    ): Promise<EventCounter> {
      const isNewHour = hourOf(now) > before.hour;
      const hour = isNewHour ? hourOf(now) : before.hour;
      const first = nextEventNumber(before.last, restoreEpoch);
      const counter = { ...addCounts(before, events), last: first + events.length - 1, hour };
      await table.transact([
        counterWrite(table, organizationId, before, counter),
        ...events.map(({ id, recipients }, index) => table.updateWrite(keys.outbox(id), numberUpdate(first + index, recipients))),
        ...events.map((event, index) => logWrite(table, omit(event, 'recipients', 'use'), first + index, now)),
        ...(isNewHour ? [hourWrite(table, organizationId, hour, first, now)] : []),
      ]);
      return counter;
    },

    /** Schedules a mail about an event, unless one is already scheduled: that one reads the log from its first event on. */
    async noteMail(organizationId: string, cause: MailCause, since: number, now: Date): Promise<void> {
      const stepDueAt = addSeconds(now, mail?.gatherSeconds ?? MAIL_DELAY_SECONDS);
      const notice = { organizationId, kind: 'cause', cause, since, stepDueAt, tries: 0 } satisfies MailNotice;
      await wonRace(table.put({ ...keys.mailNotice(organizationId, cause), duePk: DUE_MAILS_PARTITION, ...notice }, notThereYet));
    },
  };
}
export type EventAppendStore = ReturnType<typeof eventAppendStore>;

function webhooksAndCounter(organizationId: string) {
  return {
    KeyConditionExpression: 'pk = :organization AND sk BETWEEN :webhooks AND :counter',
    values: {
      ':organization': organizationPartition(organizationId),
      ':webhooks': WEBHOOK_PREFIX,
      ':counter': keys.eventCounter(organizationId).sk,
    },
    ConsistentRead: true,
  };
}

const nothingIsLogged = 'attribute_not_exists(#last)';
const nobodyLoggedSince = '#last = :seen';

/** Counts are added to, not replaced: a reconciliation may change them at any moment. */
function counterWrite(table: Table, organizationId: string, before: EventCounter, after: EventCounter): Write {
  const add = (name: keyof EventCounter) => `${name} = if_not_exists(${name}, :zero) + :${name}`;
  return table.updateWrite(keys.eventCounter(organizationId), {
    expression: `SET #last = :last, #hour = :hour, ${COUNTED.map(add).join(', ')}`,
    condition: before.last === 0 ? nothingIsLogged : nobodyLoggedSince,
    names: { '#last': 'last', '#hour': 'hour' },
    values: {
      ':last': after.last,
      ':hour': after.hour,
      ':zero': 0,
      ...(before.last !== 0 && { ':seen': before.last }),
      ...Object.fromEntries(COUNTED.map((name) => [`:${name}`, after[name] - before[name]])),
    },
  });
}

const COUNTED = ['domains', 'unvalidatedDomains', 'useChanges', 'freedDomains', 'freedUnvalidatedDomains'] as const;

function addCounts(before: EventCounter, events: readonly OutboxEvent[]) {
  const changes = events.flatMap(({ use }) => use ?? []);
  const countFreed = (change: number) => Math.max(0, -change);
  return {
    domains: changes.reduce((sum, { domains }) => sum + domains, before.domains),
    unvalidatedDomains: changes.reduce((sum, { unvalidatedDomains }) => sum + unvalidatedDomains, before.unvalidatedDomains),
    useChanges: before.useChanges + changes.length,
    freedDomains: changes.reduce((sum, { domains }) => sum + countFreed(domains), before.freedDomains),
    freedUnvalidatedDomains: changes.reduce(
      (sum, { unvalidatedDomains }) => sum + countFreed(unvalidatedDomains),
      before.freedUnvalidatedDomains,
    ),
  };
}

const entryIsThere = 'attribute_exists(pk)';
const nobodyNumberedIt = 'attribute_not_exists(#number)';

function numberUpdate(number: number, recipients: readonly number[]): Update {
  return {
    expression: 'SET #number = :number, recipients = :recipients REMOVE duePk, stepDueAt, copies',
    condition: `${entryIsThere} AND ${nobodyNumberedIt}`,
    names: { '#number': 'number' },
    values: { ':number': number, ':recipients': recipients },
  };
}

function logWrite(table: Table, event: OutboxEvent, number: number, now: Date): Write {
  const expiresAtSeconds = expirySeconds(now, LOG_RETENTION_SECONDS);
  const item = { ...event, number, loggedAt: now.toISOString(), expiresAtSeconds };
  return table.putWrite({ ...keys.event(event.organizationId, number), ...item }, notThereYet);
}

function hourWrite(table: Table, organizationId: string, hour: string, first: number, now: Date): Write {
  return table.putWrite({
    ...keys.eventHour(organizationId, hour),
    first,
    expiresAtSeconds: expirySeconds(now, LOG_RETENTION_SECONDS),
  });
}
