import ipaddr from 'ipaddr.js';
import { canonicalName } from '../../contract/domain-name.ts';
import type { QueryEveryServer } from '../dns/walk/every-server.gateway.ts';
import type { RecordSet } from '../model/servers/label-records.schema.ts';

/** The name to query for a wildcard: no label is so short. */
const ANY_LABEL = 'any';

/** True when every name server of the zone answers exactly this set. */
export async function isServedEverywhere(set: RecordSet, askEveryServer: QueryEveryServer): Promise<boolean> {
  if (set.type === 'CAA') return true; // not compared: only CAs read it, and the address beside it came with the same change
  const answers = await askEveryServer(set.name.replace('*', ANY_LABEL), set.type);
  const canonical = set.type === 'TXT' ? unquote : canonicalValue;
  const wanted = set.values.map(canonical).toSorted().join();
  const values = answers.map(({ records }) =>
    records.filter(({ type }) => type === set.type).map(({ value }) => canonical(value)),
  );
  return values.length > 0 && values.every((given) => given.toSorted().join() === wanted);
}

function unquote(value: string): string {
  return value.replace(/^"(.*)"$/, '$1');
}

/** An IPv6 address has many spellings, and a hostname may end with a dot. */
function canonicalValue(value: string): string {
  return ipaddr.isValid(value) ? ipaddr.parse(value).toString() : canonicalName(value);
}
