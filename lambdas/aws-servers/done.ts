import type { AwsServer } from '../model/servers/server.schema.ts';

/**
 * `early`: nothing was done, as AWS takes one import a second, of all that work in the account and region together. `again`: some
 * of it was done, and the rest is tried a little later. `parked`: nothing was done, as no check has found the account in order.
 */
export type Done =
  | ({ kind: 'done' } & Added)
  | { kind: 'early'; until: Date }
  | ({ kind: 'again'; seconds: number } & Added)
  | { kind: 'parked' };

/** How many certificates more the server has now, or tenants with one of CloudFront's own. */
export interface Added {
  added?: number;
  server?: AwsServer | undefined;
  isManaged?: true;
}
