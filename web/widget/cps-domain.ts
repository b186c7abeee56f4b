import type { PublicView } from '../../lambdas/shared/contract/public/public-view.ts';
import { CpsDomain } from './element.ts';

// A second load of the script, by another part of the page, is harmless.
if (!customElements.get('cps-domain')) customElements.define('cps-domain', CpsDomain);

declare global {
  interface HTMLElementTagNameMap {
    'cps-domain': CpsDomain;
  }
}

export { CpsDomain, type PublicView };
