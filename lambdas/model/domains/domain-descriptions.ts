/** Descriptions of a domain's fields, for requests and responses. */
export const DOMAIN_DESCRIPTIONS = {
  metadata: 'What you want to keep with the domain, such as your own ids: up to 20 keys with text. Webhooks get it too.',
  sendNotifications: 'Whether your webhooks are told what happens to it. The list of events has it in any case.',
  server: 'The id of the server on which the certificate is installed.',
} as const;
