import { newStage } from '../../../lib/stage/new-stage.ts';
import type { PublicDomain } from '../../../lib/stage/public-domain.ts';
import type { Stage } from '../../../lib/stage/stage.schema.ts';

/** A stage with a public domain, as `new-stage` writes it. */
export const frontStage = newStage({
  name: 'production',
  baseTarget: 'cname.acme-saas.net',
  contactEmail: 'certificates@acme-saas.net',
  ca: 'production',
  region: 'eu-central-1',
  publicDomain: { name: 'api.acme-saas.net', hostedZoneId: 'Z0123456789ABCDEFGHIJ' },
});

/** The same stage with changed fields of its public domain; `undefined` removes one. */
export function withPublicDomain(changes: { [Field in keyof PublicDomain]?: PublicDomain[Field] | undefined }): Stage {
  const fields = Object.entries({ ...frontStage.publicDomain, ...changes }).filter(([, value]) => value !== undefined);
  return { ...frontStage, publicDomain: Object.fromEntries(fields) as PublicDomain };
}
