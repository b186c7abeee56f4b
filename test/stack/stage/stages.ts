import { newStage } from '../../../lib/stage/new-stage.ts';

/** As a platform team gets it from `npm run new-stage`. */
export const productionStage = newStage({
  name: 'production',
  baseTarget: 'cname.certificates.acme-saas.net',
  contactEmail: 'certificates@acme-saas.net',
  ca: 'production',
});
