import { canonicalName } from '../../../contract/domain-name.ts';

/** The host that a URL names, however it writes it: in lower case, without a final dot; an IPv6 address without brackets. Throws TypeError for what is no URL. */
export function receiverHost(url: string): string {
  return canonicalName(new URL(url).hostname.replace(/^\[|\]$/g, ''));
}
