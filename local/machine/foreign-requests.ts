import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http';

// A website that a developer has open can send requests to loopback, too. A browser says by `Origin` and `Sec-Fetch-Site` who
// sends them; a name that a website has pointed at 127.0.0.1 (DNS rebinding) stands in `Host`. Browsers send `Sec-Fetch-Site`
// to loopback addresses only, `Origin` with whatever is not a plain GET, and `Host` always.

/** As a regular expression, without its ends, that JavaScript, Python and Go read alike; upper and lower case are the same. */
export const LOCAL_HOST = '(localhost|127\\.0\\.0\\.1|\\[::1\\]|([a-z0-9_-]+\\.)+localhost)(:[0-9]+)?';
export const LOCAL_ORIGIN = `https?://${LOCAL_HOST}`;
export const FOREIGN_SITE = 'cross-site';
export const REFUSED = 'Refused: the local cloud answers this machine under its own names, and no website.';

const localHost = new RegExp(`^${LOCAL_HOST}$`, 'i');
const localOrigin = new RegExp(`^${LOCAL_ORIGIN}$`, 'i');

/** Whether a website sends it, or a name that is not this machine's own leads it here. */
export function isForeign({ host = '', origin, 'sec-fetch-site': site }: IncomingHttpHeaders): boolean {
  return !localHost.test(host) || (origin !== undefined && !localOrigin.test(origin)) || site === FOREIGN_SITE;
}

/**
 * By itself Node closes an idle connection after 5 s, a second after fetch() stops using it: on a busy machine a request meets
 * that.
 */
const KEEP_ALIVE_MS = 60_000;

/** A server that answers only what is not foreign. */
export function localServer(listener: RequestListener): Server {
  return createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    if (isForeign(request.headers)) response.writeHead(403, { 'content-type': 'text/plain' }).end(`${REFUSED}\n`);
    else listener(request, response);
  });
}
