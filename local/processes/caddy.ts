import { FOREIGN_SITE, LOCAL_HOST, LOCAL_ORIGIN, REFUSED } from '../machine/foreign-requests.ts';

/** Address on which the local cloud's programs listen. */
export const FIRST_ADDRESS = '127.0.0.1';

/** Global options of every Caddy: one loopback address, no public CA, no port for redirects. */
export function globalOptions(address: string, ...others: string[]): string {
  const options = [`default_bind ${address}`, 'auto_https off', 'persist_config off', ...others];
  return `{\n${options.map((option) => `\t${option}\n`).join('')}}\n`;
}

/** For the start of a `route`: refuses requests from web sites. */
export const REFUSE_WEBSITES = refuseWebsites();

/** The same, except for reading these paths: a link in a mail program, or a frame, may open a page there. */
export function refuseWebsites(open?: string): string {
  const isOpen =
    open === undefined
      ? ''
      : `
			not {
				method GET
				path ${open}
			}`;
  return `@from_website {
			header Sec-Fetch-Site ${FOREIGN_SITE}${isOpen}
		}
		respond @from_website "${REFUSED}" 403
		@foreign_origin {
			header Origin *
			not header_regexp Origin "(?i)^${LOCAL_ORIGIN}$"
		}
		respond @foreign_origin "${REFUSED}" 403`;
}

/** Refuses a Host that is not this machine's own name. */
export const REFUSE_FOREIGN_HOSTS = `@foreign_host not header_regexp Host "(?i)^${LOCAL_HOST}$"
		respond @foreign_host "${REFUSED}" 403`;
