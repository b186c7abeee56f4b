import { openApi } from '../pipeline/open-api.gateway.ts';
import { getOrganization } from './get-organization.ts';
import { organizationUseStore } from './organization-use.store.ts';

const { settings, table, serve } = await openApi(process.env);

/** /api/organization. */
export const handler = serve([getOrganization({ organizations: organizationUseStore(table), settings })]);
