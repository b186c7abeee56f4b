import type { PebbleName } from '../../local/processes/pebble.ts';
import { pebbleLog } from './cloud.ts';

/** What a CA did between two moments. Tests run one after another, so it is all one test's. */
export function watchCa(name: PebbleName = 'pebble') {
  const from = pebbleLog(name).length;
  const count = (pattern: RegExp) =>
    pebbleLog(name)
      .slice(from)
      .filter((line) => pattern.test(line)).length;
  return {
    /**
     * Requests of any kind, with nonces that Pebble refused on purpose, but for those of the scan: when the CA wants a
     * certificate renewed.
     */
    requests: () => count(/ (GET|HEAD|POST) \/(?!draft-ietf-acme-ari)\S* -> calling handler/),
    orders: () => count(/Added order "/),
    /** Those whose validation failed: what was asked of the challenge's path was answered too late, or wrongly. */
    ordersRefused: () => count(/order \S+ set INVALID/),
    certificates: () => count(/Issued certificate serial/),
  };
}
