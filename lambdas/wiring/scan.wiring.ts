import { orderedCas } from '../../contract/stack/settings.schema.ts';
import { acmeDirectory } from '../acme/exchange.gateway.ts';
import { askIssuingCa, askRenewalInformation } from '../acme/renewal-information.gateway.ts';
import { MAX_RETRY_DAYS } from '../acme/renewal-window.ts';
import { domainChecker } from '../checks/look-at-domain.ts';
import type { NetEdges } from './edges.ts';
import { lazily } from './lazily.ts';
import { openRecords } from './records.wiring.ts';
import type { Rows } from './rows.wiring.ts';

/** The ports of the scan, which checks resting domains and asks their CAs about renewals. */
export function openScan<R extends Rows & NetEdges>(rows: R) {
  const { settings, clock, caExchange, openDnsReader, openNet } = rows;
  const records = openRecords(rows);
  return lazily(
    {
      lookAtDomain: () => {
        const { resolve, servers, serviceSecret, caaIssuers } = records;
        return domainChecker({ openDnsReader, resolve, net: openNet(resolve), servers, serviceSecret, settings, caaIssuers });
      },
      askIssuingCa: () => {
        const longestRetrySeconds = MAX_RETRY_DAYS * settings.timings.watchDaySeconds;
        const asks = orderedCas(settings).map((ca) => {
          const exchange = caExchange(ca);
          const directory = acmeDirectory({ directoryUrl: ca.directoryUrl, exchange, clock });
          return { caName: ca.caName, ask: askRenewalInformation({ directory, exchange, clock, longestRetrySeconds }) };
        });
        return askIssuingCa(asks);
      },
    },
    records,
  );
}
export type ScanPorts = ReturnType<typeof openScan<Rows & NetEdges>>;
