import { signInAt } from '../local/sign-in/sign-in-at.ts';
import { connection } from './cloud.ts';

const SITE = connection.site_url;

/** A request of a browser that is on a page of our own. */
export interface Ask {
  method?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/** Somebody who has signed in: their cookies, as a browser keeps them. */
export class Person {
  readonly cookies = new Map<string, string>();

  async ask(path: string, { method = 'GET', body, headers = {} }: Ask = {}) {
    const own = method === 'GET' ? {} : { 'x-requested-with': 'cps', origin: SITE, 'sec-fetch-site': 'same-origin' };
    const response = await fetch(SITE + path, {
      method,
      redirect: 'manual',
      headers: {
        cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...own,
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '') this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    const text = await response.text();
    const isJson = response.headers.get('content-type') === 'application/json';
    return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : undefined };
  }

  /** As a browser does: to the provider, through its form, and back with its answer. */
  async signIn(account = { email: connection.dashboard_email, password: connection.dashboard_password }, query = '') {
    const begun = await this.ask(`/app/sign-in${query}`);
    const answer = await signInAt(begun.headers.get('location') ?? '', account);
    return this.ask(`/app/callback?${answer}`);
  }
}
