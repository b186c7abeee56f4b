import type { Mode } from '../../model/accounts/tenant.ts';
import type { Route } from '../../shared/http/route.ts';
import type { Rows } from '../../wiring/rows.wiring.ts';
import { memberRoutes } from './members.ts';
import { portalTokenRoute } from './portal-token.ts';
import { profileRoutes } from './profile.ts';

/** Routes under /app/v1 that no API key can call. */
export function peopleRoutes(mode: Mode, ports: Rows): Route[] {
  return [...profileRoutes(mode, ports), ...memberRoutes(mode, ports), portalTokenRoute(mode, ports)];
}
