/** What an event is about, in a word: the hostname, the name of the key, or the number of the webhook or the server. */
export function aboutEvent(data: Readonly<Record<string, unknown>>): string {
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
