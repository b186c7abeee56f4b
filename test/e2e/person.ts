import { APP_PATHS } from '../../contract/paths.ts';
import { signInAt } from '../local/sign-in/sign-in-at.ts';
import { connection } from './cloud.ts';

const SITE = connection.site_url;
const CONFIRM = APP_PATHS.confirm;

/** A browser's request from a page of the same origin. */
export interface Ask {
  method?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/** A signed-in person, with the cookies of their browser. */
export class Person {
  readonly cookies = new Map<string, string>();

  async ask(path: string, { method = 'GET', body, headers = {} }: Ask = {}) {
    const isJson = body !== undefined && !(body instanceof URLSearchParams);
    const own = method === 'GET' ? {} : { 'x-requested-with': 'cps', origin: SITE, 'sec-fetch-site': 'same-origin' };
    const response = await fetch(SITE + path, {
      method,
      redirect: 'manual',
      headers: {
        cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(isJson && { 'content-type': 'application/json' }),
        ...own,
        ...headers,
      },
      ...(body !== undefined && { body: isJson ? JSON.stringify(body) : (body as URLSearchParams) }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '') this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    const text = await response.text();
    const json = response.headers.get('content-type') === 'application/json' ? JSON.parse(text) : undefined;
    return { status: response.status, headers: response.headers, text, json };
  }

  /** Signs in through the provider's form. Presses the first button of a question, which accepts an invitation. */
  async signIn(account = { email: connection.dashboard_email, password: connection.dashboard_password }, query = '') {
    const begun = await this.ask(`/app/sign-in${query}`);
    const answer = await signInAt(begun.headers.get('location') ?? '', account);
    const ended = await this.ask(`/app/callback?${answer}`);
    if (ended.headers.get('location') !== SITE + CONFIRM) return ended;
    const { text } = await this.ask(CONFIRM);
    const [form = ''] = /<form>.*?<\/button>/s.exec(text) ?? [];
    const fields = new URLSearchParams();
    for (const [, name = '', value = ''] of form.matchAll(/name="(\w+)" value="(\w+)"/g)) fields.set(name, value);
    return this.ask(CONFIRM, { method: 'POST', body: fields });
  }
}
