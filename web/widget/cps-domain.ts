import type { PublicView } from '../../contract/public-view.ts';
import { CpsDomain } from './element.ts';

// A second load of the script, by another part of the page, is harmless; so is one where there is no page, as on a server that
// renders React.
if (!globalThis.customElements?.get('cps-domain')) globalThis.customElements?.define('cps-domain', CpsDomain);

declare global {
  interface HTMLElementTagNameMap {
    'cps-domain': CpsDomain;
  }
}

export { CpsDomain, type PublicView };
