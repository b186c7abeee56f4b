import { InvalidArgumentError } from 'commander';
import { PERMISSIONS, type Permission } from '../../contract/api/operations.ts';
import { isMailAddress } from '../../contract/mail-address.schema.ts';

// Parsers of command line arguments. Each throws commander's error for a wrong value.

export function nonEmpty(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('It is empty.');
  return text;
}

export function emailAddress(text: string): string {
  if (!isMailAddress(text)) throw new InvalidArgumentError('It must be an e-mail address.');
  return text;
}

/** For a repeatable option. */
export function emailAddresses(text: string, others: string[] = []): string[] {
  return [...others, emailAddress(text)];
}

export function wholeNumber(text: string): number {
  const number = Number(text);
  if (!/^[1-9][0-9]{0,15}$/.test(text) || !Number.isSafeInteger(number)) {
    throw new InvalidArgumentError('It must be a whole number of 1 or more.');
  }
  return number;
}

/** An organization's limit, or `standard`: the default of the stage and the service. */
export function limitParser(most: number): (text: string) => number | 'standard' {
  return (text) => {
    if (text === 'standard') return text;
    if (/^[1-9][0-9]{0,15}$/.test(text) && Number(text) <= most) return Number(text);
    const bounds = most === Number.MAX_SAFE_INTEGER ? '1 or more' : `1 to ${most.toLocaleString('en')}`;
    throw new InvalidArgumentError(`It must be a whole number of ${bounds}, or \`standard\`.`);
  };
}

export function hours(text: string): number {
  if (!/^(0|[1-9][0-9]{0,4})$/.test(text)) throw new InvalidArgumentError('It must be a whole number of hours, or 0.');
  return Number(text);
}

export function instant(text: string): Date {
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) throw new InvalidArgumentError('It must be an ISO 8601 instant.');
  return date;
}

/**
 * Must be requested explicitly: machines that a key enrolls get private keys, keys that a key creates outlive it, and the audit
 * contains people's addresses.
 */
const UNUSUAL: readonly Permission[] = ['servers.write', 'keys.read', 'keys.write', 'audit.read'];

export const USUAL_PERMISSIONS: readonly Permission[] = PERMISSIONS.filter((permission) => !UNUSUAL.includes(permission));

export function permissionList(text: string): Permission[] {
  return text.split(',').map((name) => {
    const found = PERMISSIONS.find((permission) => permission === name.trim());
    if (!found) throw new InvalidArgumentError(`${name} is not one of ${PERMISSIONS.join(', ')}.`);
    return found;
  });
}
