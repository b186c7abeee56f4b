/** The event's subject in a word: hostname, key name, or number of the webhook or server. */
export function eventSubject(data: Readonly<Record<string, unknown>>): string {
  const {
    domain,
    api_key: key,
    webhook,
    server,
  } = data as Record<string, { url?: string; name?: string; id?: number } | undefined>;
  if (domain) return String(domain.url);
  if (key) return `key ${key.name}`;
  if (webhook) return `webhook ${webhook.id}`;
  return server ? `server ${server.id}` : '';
}
