import type { PublicView } from '../public-view.ts';

/** What the view has, if its address may be a link: it came from outside. */
export function setUpOf({ dns_setup: setUp }: PublicView): PublicView['dns_setup'] {
  return isHttps(setUp?.url) ? setUp : undefined;
}

/** As a link needs it: whatever follows, a browser goes nowhere but to an address with https. */
export function isHttps(address: string | undefined): address is string {
  return address?.startsWith('https://') === true;
}
