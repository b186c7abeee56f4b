import { timeOf } from '../../stories/story.ts';
import type { Ports } from '../../wiring/checks.wiring.ts';
import { lookAtDns } from '../dns/look-at-dns.ts';
import { lookAtDnsOfMany } from '../dns/look-at-many.ts';
import type { ApiRoute } from '../pipeline/api-route.ts';
import { createDomain } from './create-domain.ts';
import { createDomains } from './create-domains.ts';
import { checkDomain, retryDomain } from './domain-actions.ts';

/** The operations that register a hostname or check its DNS. */
export function registrationRoutes(ports: Ports): ApiRoute[] {
  const { settings, claims, servers, serverLists, actionCounts: actions, log, pause, serviceSecret, newLabel, newId } = ports;
  const registration = {
    domains: ports.domains,
    places: ports.domainPlaces,
    claims,
    servers,
    serverLists,
    lookAtOwnership: ports.lookAtOwnership,
    serviceSecret,
    settings,
    timings: settings.timings,
    newDomainId: ports.newResourceId,
    newLabel,
    newId,
    log,
    pause,
  };
  const checks = {
    actions,
    claims,
    servers,
    serverLists,
    settings,
    lookAtCname: ports.lookAtExpectedCname,
    lookAtCaa: ports.lookAtCaa,
  };

  return [
    createDomain(registration),
    createDomains(registration),
    retryDomain(registration),
    checkDomain({
      ...registration,
      actions,
      slotOf: ports.slotOf,
      timeOf,
      lookAtCname: ports.lookAtRecords,
      lookAtServer: ports.lookAtServer,
    }),
    lookAtDns(checks),
    lookAtDnsOfMany(checks),
  ];
}
