import { randomBytes } from 'node:crypto';

/** A made-up customer's hostname that nobody has registered yet. */
export function newHostname(): string {
  return `shop-${randomBytes(3).toString('hex')}.customer.test`;
}
