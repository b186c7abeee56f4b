import type { WarningCode } from '../../../contract/api/error-codes.ts';
import { WARNING_MESSAGES } from '../../../copy/en/error-messages.ts';

/** Beside a domain in the answer to a request whose `server_id` has made the server: the number may be a typing mistake. */
export function serverWarning(serverId: number, isNew: boolean): { warnings?: { code: WarningCode; message: string }[] } {
  return isNew ? { warnings: [{ code: 'server_created', message: WARNING_MESSAGES.server_created(serverId) }] } : {};
}
