/** Stores cookies by name and sends all of them with each request: all belong to the provider. */
class Cookies {
  readonly #held = new Map<string, string>();

  header(): Record<string, string> {
    return { cookie: [...this.#held].map(([name, value]) => `${name}=${value}`).join('; ') };
  }

  take(response: Response): void {
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      this.#held.set(name, value);
    }
  }
}

/**
 * Signs in at the local identity provider like a browser: opens the form, submits it, and returns the provider's redirect to the
 * service. Throws the form's error message.
 */
export async function signInAt(authorizationUrl: string, person: { email: string; password: string }): Promise<URLSearchParams> {
  const cookies = new Cookies();
  const { origin } = new URL(authorizationUrl);
  const ask = async (url: string, body?: URLSearchParams) => {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: cookies.header(),
      ...(body && { method: 'POST', body }),
    });
    cookies.take(response);
    return response;
  };
  let response = await ask(authorizationUrl);
  for (let hops = 0; hops < 6; hops += 1) {
    const location = response.headers.get('location');
    if (location === null) {
      const page = await response.text();
      const mistake = /role="alert">([^<]+)/.exec(page)?.[1];
      if (mistake !== undefined || !page.includes('name="password"')) throw new Error(mistake ?? page);
      response = await ask(response.url, new URLSearchParams(person));
      continue;
    }
    const url = new URL(location, origin);
    if (url.origin !== origin) return url.searchParams;
    response = await ask(url.href);
  }
  throw new Error('the provider leads in a circle');
}
