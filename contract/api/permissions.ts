/** What a key may be allowed to do; each operation of the API names the one that it needs. */
export const PERMISSIONS = ['domains.read', 'domains.write', 'webhooks.read', 'webhooks.write'] as const;
export type Permission = (typeof PERMISSIONS)[number];
