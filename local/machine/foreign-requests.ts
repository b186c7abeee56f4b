import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http';

// A web page open in the developer's browser can send requests to loopback. `Origin` and `Sec-Fetch-Site` name the sender; with
// DNS rebinding, `Host` contains the site's name. Browsers send `Sec-Fetch-Site` only to loopback addresses, `Origin` with
// everything except a plain GET, and `Host` always.

/** A regular expression without anchors that JavaScript, Python and Go read alike. Case-insensitive. */
export const LOCAL_HOST = '(localhost|127\\.0\\.0\\.1|\\[::1\\]|([a-z0-9_-]+\\.)+localhost)(:[0-9]+)?';
export const LOCAL_ORIGIN = `https?://${LOCAL_HOST}`;
export const FOREIGN_SITE = 'cross-site';
export const REFUSED = 'Refused: the local cloud answers this machine under its own names, and no website.';

const localHost = new RegExp(`^${LOCAL_HOST}$`, 'i');
const localOrigin = new RegExp(`^${LOCAL_ORIGIN}$`, 'i');

/** True when a web site sent the request, or when its Host is not this machine's own name. */
export function isForeign({ host = '', origin, 'sec-fetch-site': site }: IncomingHttpHeaders): boolean {
  return !localHost.test(host) || (origin !== undefined && !localOrigin.test(origin)) || site === FOREIGN_SITE;
}

/**
 * Node's default closes idle connections after 5 s, a second after fetch() stops using them. On a busy machine a request can hit
 * the closing connection.
 */
const KEEP_ALIVE_MS = 60_000;

/** A server that refuses foreign requests. */
export function localServer(listener: RequestListener): Server {
  return createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    if (isForeign(request.headers)) response.writeHead(403, { 'content-type': 'text/plain' }).end(`${REFUSED}\n`);
    else listener(request, response);
  });
}
