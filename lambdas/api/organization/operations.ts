import { getOrganization } from './get-organization.ts';
import { getTheme } from './get-theme.ts';
import { putTheme } from './put-theme.ts';

export const ORGANIZATION_OPERATIONS = [getOrganization, getTheme, putTheme];
