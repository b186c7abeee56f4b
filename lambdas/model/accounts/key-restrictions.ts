import { ERROR_MESSAGES } from '../../../copy/en/error-messages.ts';
import { AppError } from '../../shared/errors/app-error.ts';

/** Whoever asks: a key may be restricted to servers, a person is not. */
export interface AllowedServers {
  organizationId: string;
  allowedServers?: readonly number[] | undefined;
}

export function allowsServer({ allowedServers }: AllowedServers, serverId: number): boolean {
  return allowedServers === undefined || allowedServers.includes(serverId);
}

/** Throws the 403 of a key that is restricted to other servers. */
export function requireServer(caller: AllowedServers, serverId: number): void {
  if (!allowsServer(caller, serverId)) throw serverNotAllowed(caller, serverId);
}

export function serverNotAllowed({ allowedServers = [] }: AllowedServers, serverId: number): AppError {
  return new AppError('api_key_restricted', ERROR_MESSAGES.api_key_restricted.server(serverId, allowedServers), {
    details: { restriction: 'servers', server_id: serverId, allowed_server_ids: allowedServers },
  });
}

/** The 403 of an operation that is about more than single servers. */
export function wholeOrganizationNotAllowed({ allowedServers = [] }: AllowedServers): AppError {
  return new AppError('api_key_restricted', ERROR_MESSAGES.api_key_restricted.wholeOrganization(allowedServers), {
    details: { restriction: 'servers', allowed_server_ids: allowedServers },
  });
}

/** The 403 of a request from elsewhere. It does not say from where the key may be used: a thief would learn it. */
export function addressNotAllowed(address: string): AppError {
  return new AppError('api_key_restricted', ERROR_MESSAGES.api_key_restricted.address(address), {
    details: { restriction: 'addresses', address },
  });
}
