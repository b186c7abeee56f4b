/** The API as an integrator's server calls it. */
export interface Api {
  baseUrl: string;
  apiKeyId: string;
  apiKey: string;
  serverId: number;
}

/** The example host has a single customer, who is always signed in. */
export const CUSTOMER = { id: 'alice', name: "Alice's Bakery" };

export interface Connected {
  hostname: string;
  /** The API's message about a hostname that could not be connected. */
  refusal?: string;
}

/** Ownership is stored in the metadata of the hostname's domain, which survives a restart. */
export function openCustomers({ baseUrl, apiKeyId, apiKey, serverId }: Api) {
  const owned = new Map<string, string>();
  const headers = { 'x-api-key-id': apiKeyId, 'x-api-key': apiKey, 'content-type': 'application/json' };

  /** Rejects when the API does not answer. */
  async function owns(customer: string, hostname: string): Promise<boolean> {
    if (owned.get(hostname) === customer) return true;
    const answer = await fetch(`${baseUrl}/domains?url=${encodeURIComponent(hostname)}`, { headers });
    if (!answer.ok) throw new Error(`the API answers ${answer.status}`);
    const { data } = (await answer.json()) as { data: { url: string; metadata: Record<string, string> }[] };
    const domain = data.find(({ url }) => url === hostname);
    if (domain?.metadata.customer !== customer) return false;
    owned.set(hostname, customer);
    return true;
  }

  /** Creates a domain for the typed hostname, unless the customer already has it. */
  async function connect(customer: string, typed: string): Promise<Connected> {
    const hostname = typed.trim().toLowerCase();
    if (await owns(customer, hostname).catch(() => false)) return { hostname };
    const body = JSON.stringify({ url: hostname, server_id: serverId, metadata: { customer } });
    const answer = await fetch(`${baseUrl}/domains`, { method: 'POST', headers, body });
    const made = (await answer.json()) as Made;
    return answer.ok ? { hostname: made.url } : { hostname, refusal: wordsOf(made) };
  }

  return { owns, connect };
}

interface Made {
  url: string;
  error?: { message: string; details?: { errors?: Record<string, string[]> } };
}

function wordsOf({ error }: Made): string {
  const [first] = error?.details?.errors?.url ?? [];
  return first === undefined ? (error?.message ?? '') : `url ${first}`;
}
