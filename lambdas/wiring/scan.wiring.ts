import { casOf } from '../../contract/stack/settings.schema.ts';
import { acmeDirectory } from '../acme/exchange.gateway.ts';
import { askItsCa, askRenewalInformation } from '../acme/renewal-information.gateway.ts';
import { LONGEST_RETRY_DAYS } from '../acme/renewal-window.ts';
import { looksAtDomains } from '../checks/look-at-domain.ts';
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
        return looksAtDomains({ openDnsReader, resolve, net: openNet(resolve), servers, serviceSecret, settings, caaIssuers });
      },
      askItsCa: () => {
        const longestRetrySeconds = LONGEST_RETRY_DAYS * settings.timings.watchDaySeconds;
        const asks = casOf(settings).map((ca) => {
          const exchange = caExchange(ca);
          const directory = acmeDirectory({ directoryUrl: ca.directoryUrl, exchange, clock });
          return { caName: ca.caName, ask: askRenewalInformation({ directory, exchange, clock, longestRetrySeconds }) };
        });
        return askItsCa(asks);
      },
    },
    records,
  );
}
export type ScanPorts = ReturnType<typeof openScan<Rows & NetEdges>>;
