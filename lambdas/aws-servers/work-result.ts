import type { AwsServer } from '../model/servers/server.schema.ts';

/**
 * `early`: nothing was done, because AWS accepts one import per second for all in the account and region. `again`: the rest
 * follows a little later. `parked`: nothing was done, because no check has found the account in order.
 */
export type WorkResult =
  | ({ kind: 'done' } & CountChange)
  | { kind: 'early'; until: Date }
  | ({ kind: 'again'; seconds: number } & CountChange)
  | { kind: 'parked' };

/** The change in the server's number of certificates, or of tenants with one of CloudFront's own. */
export interface CountChange {
  added?: number;
  server?: AwsServer | undefined;
  isManaged?: true;
}
