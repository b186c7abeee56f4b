import { labelRecordsStore } from '../../../lambdas/model/servers/label-records.store.ts';
import { openZoneWakes } from '../../../lambdas/shared/aws/queue.gateway.ts';
import { hostedZone } from '../../../lambdas/zone/hosted-zone.gateway.ts';
import { publishZone } from '../../../lambdas/zone/publish-zone.ts';
import { isServedEverywhere } from '../../../lambdas/zone/served-set.ts';
import { log, type Outside } from './outside.ts';

const OWN_CAA = ['0 issue "ca.test"'];

/** The writer of the zone. */
export function publishing({ table, settings, clock, zone, zoneQueue, askEveryServer }: Outside) {
  const ports = {
    records: labelRecordsStore(table),
    zone: hostedZone('Z1', zone.client),
    about: `Z1 ${settings.baseTarget} ${settings.restoreEpoch ?? 0}`,
    isServed: (set: Parameters<typeof isServedEverywhere>[0]) => isServedEverywhere(set, askEveryServer),
    ownCaa: async () => ({ values: OWN_CAA, names: {} }),
    wake: openZoneWakes('zone', zoneQueue),
    baseTarget: settings.baseTarget,
    validationZone: settings.validationZone,
    defaultAddresses: [],
    awaited: { at: '' },
    clock,
    log,
  };
  return () => publishZone(ports);
}
