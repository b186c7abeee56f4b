import type { Machine } from '../terminal/machine.ts';

/** Hosts that bypass the proxy: those of NO_PROXY, and always this machine itself. */
export function proxyBypassHosts({ NO_PROXY, no_proxy: lower }: Machine['env']): string[] {
  const listed = (NO_PROXY ?? lower ?? '').split(/[,\s]+/).filter(Boolean);
  return [...listed, 'localhost', '127.0.0.1', '[::1]', '::1'];
}

export function proxyFor(site: string, env: Machine['env']): string | undefined {
  const { protocol, hostname, host } = new URL(site);
  const isDirect = proxyBypassHosts(env).some((listed) => {
    const name = listed.toLowerCase();
    return /^[.*]/.test(name) ? hostname.endsWith(name.replace(/^\*/, '')) : name === hostname || name === host;
  });
  const proxy = protocol === 'https:' ? (env.https_proxy ?? env.HTTPS_PROXY) : (env.http_proxy ?? env.HTTP_PROXY);
  return isDirect ? undefined : proxy;
}
