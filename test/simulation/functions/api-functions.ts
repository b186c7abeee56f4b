import type { OperationId } from '../../../contract/api/operations.ts';
import { domainRoutes } from '../../../lambdas/api/domains/domains-routes.gateway.ts';
import { registrationRoutes } from '../../../lambdas/api/domains/registrations-routes.gateway.ts';
import { API_OPERATIONS } from '../../../lambdas/api/operations.ts';
import { openOperation } from '../../../lambdas/api/pipeline/operation.ts';
import { apiRoute } from '../../../lambdas/api/pipeline/serve-api.ts';
import { recursiveReader } from '../../../lambdas/dns/walk/dns-reader.ts';
import type { Route } from '../../../lambdas/shared/http/route.ts';
import type { SealingContext } from '../../../lambdas/shared/secrets/sealing-context.ts';
import { openChecks } from '../../../lambdas/wiring/checks.wiring.ts';
import type { Edges, NetworkEdges } from '../../../lambdas/wiring/edges.ts';
import { openRows } from '../../../lambdas/wiring/rows.wiring.ts';
import { log, type Outside } from './outside.ts';

/** The same as `contextOf` makes of an organization and an id. */
const textOf = (context: SealingContext) => Object.values(context).join('/');

/** The doubles of the simulation as edges of the service's wiring. */
function edgesOf(outside: Outside): Edges & NetworkEdges {
  const { table, settings, serviceSecret, clock, newId, newLabel, jitter, pause, pauseFor, resolve, net } = outside;
  return {
    settings,
    table,
    clock,
    log,
    serviceSecret,
    newId,
    newResourceId: outside.newDomainId,
    newLabel,
    newToken: () => newId('call'),
    newWebhookSecret: () => 'whsec_c2VjcmV0',
    base62: (length) => `${newLabel()}${newLabel()}`.slice(0, length),
    jitter,
    pause,
    pauseFor,
    resolveWithin: () => resolve,
    openDnsReader: () => recursiveReader(resolve),
    openNet: () => net,
    caaIdentitiesOf: () => async () => undefined,
    seal: (plaintext, context) => outside.seal(plaintext.toString('latin1'), textOf(context)),
    openSealed: async (sealed, context) => Buffer.from(await outside.openSealed(sealed, textOf(context)), 'latin1'),
    deliveryQueue: outside.deliveries,
    serviceRoleArn: 'arn:aws:iam::999999999999:role/servers',
  };
}

/** Every operation of the API, opened as its Lambdas open it. */
export function apiRoutes(outside: Outside): Record<OperationId, Route> {
  const edges = edgesOf(outside);
  const ports = openChecks(openRows(edges), edges);
  const operations = [
    ...registrationRoutes(ports),
    ...domainRoutes(ports),
    ...API_OPERATIONS.map((operation) => openOperation(operation, ports)),
  ];
  const routes = operations.map((route) => [route.operation, apiRoute(route, ports)]);
  return Object.fromEntries(routes) as Record<OperationId, Route>;
}
