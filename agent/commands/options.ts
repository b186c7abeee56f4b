import { isIP } from 'node:net';
import { InvalidArgumentError } from 'commander';

export function portNumber(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port < 1 || port > 65_535) throw new InvalidArgumentError('must be a port, 1 to 65535');
  return port;
}

export function ipAddress(text: string): string {
  if (isIP(text) === 0) throw new InvalidArgumentError('must be an IP address of this machine');
  return text;
}

/** Allows no rights for others, and at most read for the group, because the files contain private keys. */
export function fileMode(text: string): number {
  if (!/^0?[46][04]0$/.test(text))
    throw new InvalidArgumentError('must be 0600, 0640, 0400 or 0440: others read no private keys');
  return Number.parseInt(text, 8);
}

export interface ServerPlace {
  organizationId: string;
  serverId: number;
}

export function serverPlace(text: string): ServerPlace {
  const [, organizationId, id] = /^(org_[A-Za-z0-9_]{1,50})\/([1-9]\d{0,15})$/.exec(text) ?? [];
  if (organizationId === undefined) throw new InvalidArgumentError('must be <organization>/<id>: org_01…/1');
  return { organizationId, serverId: Number(id) };
}

export function secondsUpToADay(text: string): number {
  const seconds = Number(text);
  if (!/^\d{1,5}$/.test(text) || seconds > 86_400) throw new InvalidArgumentError('must be seconds, 0 to 86400');
  return seconds;
}
