import { randomBytes } from 'node:crypto';

/** A random hostname of a fictional customer. */
export function newHostname(): string {
  return `shop-${randomBytes(3).toString('hex')}.customer.test`;
}
