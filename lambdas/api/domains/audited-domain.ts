import type { Domain } from '../../model/domains/domain-row.schema.ts';

/** What an action does to a domain, for the audit record: its statuses before and after. */
export function statusesOf(before: Domain, after: Domain): Record<'before' | 'after', Record<string, unknown>> {
  const statuses = ({ dnsStatus, sslStatus }: Domain) => ({ dns_status: dnsStatus, ssl_status: sslStatus });
  return { before: statuses(before), after: statuses(after) };
}
