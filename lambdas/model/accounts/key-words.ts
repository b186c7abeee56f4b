/** What a field of an API key means, in what is sent and in what is answered. */
export const KEY_WORDS = {
  name: 'What it is for, in words of your own.',
  allowedAddresses: 'IP addresses and ranges (CIDR) from which alone it may be used.',
  allowedServers: 'Ids of the servers whose domains alone it may see and change.',
} as const;
