import type { PublicView } from '../../contract/public-view.ts';
import { CpsDomain } from './element.ts';

// Safe to load twice, and on a server without a DOM, such as React's server rendering.
if (!globalThis.customElements?.get('cps-domain')) globalThis.customElements?.define('cps-domain', CpsDomain);

declare global {
  interface HTMLElementTagNameMap {
    'cps-domain': CpsDomain;
  }
}

export { CpsDomain, type PublicView };
