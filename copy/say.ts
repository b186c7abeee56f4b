import type { PublicView } from '../contract/public-view.ts';
import { causeIn, isLeftToOthers, ownValue } from './describe.ts';
import type { SayingFacts, Sayings } from './types/sayings.ts';

/** What the owner of a hostname is to do, in one short sentence; undefined for a code of a later release. */
export function sentenceFor(view: PublicView, { codes, reasons, others }: Sayings, brand: string): string | undefined {
  const { url, dns_status, dns_records, dns_provider: provider, diagnosis } = view;
  const host = dns_records[0]?.host ?? url;
  const form = provider && {
    ...{ name: provider.name, fields: provider.form },
    ...{ appendsZone: provider.form?.appends_zone, proxySwitch: provider.form?.proxy_switch },
  };
  const facts: SayingFacts = {
    host,
    zone: url.startsWith(`${host}.`) ? url.slice(host.length + 1) : url,
    brand,
    isDnsOpen: dns_status !== 'validated',
    form,
  };
  const saying = isLeftToOthers(view) ? others : (ownValue(reasons, diagnosis.reason) ?? ownValue(codes, causeIn(view)));
  return saying?.(facts);
}
