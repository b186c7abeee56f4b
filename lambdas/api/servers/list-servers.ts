import { Id } from '../../../contract/api/wire.schema.ts';
import type { Settings } from '../../../contract/stack/settings.schema.ts';
import type { ServerListStore } from '../../model/servers/server-list.store.ts';
import { serverResource } from '../../model/servers/server-resource.ts';
import { pageAnswer, readPlace } from '../../shared/http/pagination/page-by-id.ts';
import type { ServiceSecret } from '../../shared/secrets/service-secret.ts';
import type { ApiRoute } from '../pipeline/api-route.ts';

export interface ListServersPorts {
  lists: ServerListStore;
  settings: Settings;
  serviceSecret: ServiceSecret;
}

/** The highest id first. */
export function listServers({ lists, settings, serviceSecret }: ListServersPorts): ApiRoute {
  return {
    operation: 'listServers',
    async prepare(request, { organizationId }) {
      const scope = `listServers ${organizationId}`;
      const place = readPlace(request, scope, serviceSecret, Id);
      const page = await lists.page(organizationId, place);
      return ({ now }) =>
        pageAnswer(page, place, (server) => serverResource(server, settings.baseTarget, now), scope, serviceSecret);
    },
  };
}
