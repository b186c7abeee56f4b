import { randomBytes } from 'node:crypto';

export function newHostname(): string {
  return `shop-${randomBytes(3).toString('hex')}.customer.test`;
}
