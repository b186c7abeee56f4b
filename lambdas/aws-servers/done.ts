import type { AwsServer } from '../model/servers/server.schema.ts';

/**
 * `early`: nothing was done, as AWS takes one import a second, of all that work in the account and region together. `again`: some
 * of it was done, and the rest is tried a little later. `parked`: nothing was done, as no check has found the account in order.
 * `added`: how many certificates more the server has now.
 */
export type Done =
  | { kind: 'done'; added: number; server?: AwsServer | undefined }
  | { kind: 'early'; until: Date }
  | { kind: 'again'; seconds: number }
  | { kind: 'parked' };
