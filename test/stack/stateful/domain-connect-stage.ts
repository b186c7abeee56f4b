import type { Stage } from '../../../lib/stage/stage.schema.ts';

/** Adds a Domain Connect template. */
export function withTemplate(stage: Stage): Stage {
  const domainConnect = { providerId: 'acme-saas.net', serviceId: 'https', providerName: 'Acme', keyDomain: 'acme-saas.net' };
  return { ...stage, settings: { ...stage.settings, siteUrl: 'https://api.acme-saas.net', domainConnect } };
}
