import type { Portal } from '../../../../../lambdas/model/accounts/portal/portal.schema.ts';
import { keys } from '../../../../../lambdas/shared/table/keys.ts';

export const TOKEN = `opt_${'A'.repeat(32)}`;

const BEGINNINGS = {
  'image/png': Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.from([0, 0, 0, 13]), Buffer.from('IHDR')]),
  'image/webp': Buffer.from('RIFF\0\0\0\0WEBPVP8 ', 'latin1'),
};

/** A fake image in base64: only its first bytes and its size are right. */
export function aLogo(type: keyof typeof BEGINNINGS = 'image/png', bytes = 64): string {
  return Buffer.concat([BEGINNINGS[type], Buffer.alloc(bytes - BEGINNINGS[type].length)]).toString('base64');
}

function aPortal(changes: Partial<Portal> = {}): Portal {
  return { token: TOKEN, organizationId: 'org_A', organizationName: 'Shops', version: 1, ...changes };
}

export function portalItems(changes: Partial<Portal> = {}) {
  const portal = aPortal(changes);
  return [
    { ...keys.portalOfOrganization(portal.organizationId), token: portal.token },
    { ...keys.portal(portal.token), ...portal },
  ];
}
