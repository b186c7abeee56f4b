import { newStage } from '../../../lib/stage/new-stage.ts';
import type { Stage } from '../../../lib/stage/stage.schema.ts';

/** A stage as `npm run admin -- new-stage` writes it. */
export const productionStage = newStage({
  name: 'production',
  baseTarget: 'cname.certificates.acme-saas.net',
  contactEmail: 'certificates@acme-saas.net',
  ca: 'production',
});

/** A stage whose base target is in a zone that the service writes. */
export const zoneStage: Stage = {
  ...productionStage,
  baseTargetZone: { hostedZoneId: 'Z0123456789ABC', addresses: ['198.51.100.7', '2001:db8::7'] },
};
