import type { Rows } from '../../wiring/rows.wiring.ts';
import type { ApiRoute } from '../pipeline/api-route.ts';
import { createKey, listKeys, revokeKey, rotateKey } from './keys.ts';
import { updateKey } from './update-key.ts';

/** /api/keys, in the function of /api/organization. */
export function keyRoutes(rows: Rows): ApiRoute[] {
  return [createKey(rows), listKeys(rows), updateKey(rows), rotateKey(rows), revokeKey(rows)];
}
