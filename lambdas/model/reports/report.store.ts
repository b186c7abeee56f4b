import * as z from 'zod/mini';
import { keys } from '../../shared/table/keys.ts';
import { allItems } from '../../shared/table/queries.ts';
import type { Table } from '../../shared/table/table.store.ts';
import { expirySeconds } from '../../shared/time/instant.ts';
import { OpenFailure, REPORTS_KEPT_DAYS, ReportDay } from './report-day.schema.ts';

/** Only the following nights read the open failures. */
const OPEN_KEPT_DAYS = 40;

const OpenFailures = z.object({ day: z.string(), failures: z.array(OpenFailure) });
export type Open = z.infer<typeof OpenFailures>;

/** An organization's report days. Each is written whole, so a repeat writes the same. */
export function reportStore(table: Table) {
  return {
    /** From one day to another, both included, oldest first. Days that were not computed are missing. One Query per megabyte. */
    async days(organizationId: string, from: string, to: string): Promise<ReportDay[]> {
      const items = await allItems(table, between(keys.reportDay(organizationId, from), keys.reportDay(organizationId, to)));
      return items.map((item) => ReportDay.parse(item));
    },

    /** The failures open at the end of these days, in the same way. */
    async open(organizationId: string, from: string, to: string): Promise<Open[]> {
      const items = await allItems(
        table,
        between(keys.openFailures(organizationId, from), keys.openFailures(organizationId, to)),
      );
      return items.map((item) => OpenFailures.parse(item));
    },

    keepDay(organizationId: string, day: ReportDay): Promise<void> {
      const expiresAtSeconds = expirySeconds(new Date(day.day), REPORTS_KEPT_DAYS * 86_400);
      return table.put({ ...keys.reportDay(organizationId, day.day), ...day, expiresAtSeconds });
    },

    keepOpen(organizationId: string, open: Open): Promise<void> {
      const expiresAtSeconds = expirySeconds(new Date(open.day), OPEN_KEPT_DAYS * 86_400);
      return table.put({ ...keys.openFailures(organizationId, open.day), ...open, expiresAtSeconds });
    },
  };
}
export type ReportStore = ReturnType<typeof reportStore>;

function between({ pk, sk: first }: { pk: string; sk: string }, { sk: last }: { sk: string }) {
  return {
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
    values: { ':pk': pk, ':first': first, ':last': last },
    ConsistentRead: true,
  };
}
