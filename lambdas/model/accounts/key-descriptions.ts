/** Descriptions of an API key's fields, for requests and responses. */
export const KEY_DESCRIPTIONS = {
  name: 'What it is for, in words of your own.',
  allowedAddresses: 'IP addresses and ranges (CIDR) from which alone it may be used.',
  allowedServers: 'Ids of the servers whose domains alone it may see and change.',
} as const;
