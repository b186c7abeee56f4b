import { createPortalLink } from './create-portal-link.ts';
import { endPortalLinks } from './end-portal-links.ts';

export const PORTAL_LINK_OPERATIONS = [createPortalLink, endPortalLinks];
