import { FOREIGN_SITE, LOCAL_HOST, LOCAL_ORIGIN, REFUSED } from '../machine/foreign-requests.ts';

/** Where the programs of the local cloud listen. */
export const FIRST_ADDRESS = '127.0.0.1';

/** Global options of every Caddy. They listen on one address of loopback, ask no public CA and open no port for redirects. */
export function globalOptions(address: string, ...others: string[]): string {
  const options = [`default_bind ${address}`, 'auto_https off', 'persist_config off', ...others];
  return `{\n${options.map((option) => `\t${option}\n`).join('')}}\n`;
}

/** For the beginning of a `route`: what a website sends is refused. */
export const REFUSE_WEBSITES = refuseWebsites();

/** The same, but for reading what is below paths: a page there may be the end of a link in a mail program, or in a frame. */
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

/** The same for a name that is not this machine's own. */
export const REFUSE_FOREIGN_HOSTS = `@foreign_host not header_regexp Host "(?i)^${LOCAL_HOST}$"
		respond @foreign_host "${REFUSED}" 403`;
