import { requireVariable } from '../../contract/stack/environment.ts';
import { certificateStore } from '../model/servers/certificate.store.ts';
import { serverStore } from '../model/servers/server.store.ts';
import { serveHttp } from '../shared/http/serve-http.ts';
import { prefixedId } from '../shared/ids/ids.gateway.ts';
import { httpPorts } from '../shared/runtime/log.gateway.ts';
import { buildRuntime } from '../shared/runtime/runtime.gateway.ts';
import { openSealed, openSealingKey } from '../shared/secrets/kms.gateway.ts';
import { domainContext } from '../shared/secrets/sealing-context.ts';
import { briefPause, jitter } from '../shared/time/clock.gateway.ts';
import { encryptToMachine } from './agent-credentials.ts';
import { agentRoutes } from './agent-routes.ts';

const { settings, table, log } = buildRuntime(process.env);
const sealing = openSealingKey(requireVariable(process.env, 'kmsKeyId'));

const routes = agentRoutes({
  table,
  servers: serverStore(table),
  certificates: certificateStore(table),
  openSealedKey: (organizationId, domainId, sealed) => openSealed(sealing, sealed, domainContext(organizationId, domainId)),
  encryptToMachine,
  newAuditId: () => prefixedId('aud'),
  newEventId: () => prefixedId('evt'),
  baseTarget: settings.baseTarget,
  pace: settings.agent,
  restoreEpoch: settings.restoreEpoch ?? 0,
  jitter,
  pause: briefPause,
  log,
});

export const handler = serveHttp(routes, httpPorts);
