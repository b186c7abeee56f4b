import type { PebbleName } from '../../local/processes/pebble.ts';
import { pebbleLog } from './cloud.ts';

/** What a CA logged since this call. Tests run one after another, so all of it belongs to one test. */
export function watchCa(name: PebbleName = 'pebble') {
  const from = pebbleLog(name).length;
  const count = (pattern: RegExp) =>
    pebbleLog(name)
      .slice(from)
      .filter((line) => pattern.test(line)).length;
  return {
    /**
     * All requests, including those with a nonce that Pebble rejected on purpose, but without the scan's requests for renewal
     * information.
     */
    requests: () => count(/ (GET|HEAD|POST) \/(?!draft-ietf-acme-ari)\S* -> calling handler/),
    orders: () => count(/Added order "/),
    /** Orders whose validation failed: the challenge was answered too late or wrongly. */
    ordersRefused: () => count(/order \S+ set INVALID/),
    certificates: () => count(/Issued certificate serial/),
  };
}
