import { answer, refuse } from './answers.ts';

/** A page's request, or the refusal to answer with. */
export type ParsedRequest = { hostname: string; isCheck: boolean; refused?: undefined } | { refused: Response };

const HOSTNAME = /^(?=.{1,253}$)[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})+$/;

/** Reads the end of the path, wherever the proxy is mounted. An invalid name does not exist, so `..%2F` leads nowhere. */
export function readRequest(request: Request): ParsedRequest {
  const parts = new URL(request.url).pathname.split('/');
  const isCheck = parts.at(-1) === 'check';
  const method = isCheck ? 'POST' : 'GET';
  if (request.method !== method) return { refused: answer(405, { allow: method }) };
  // CSRF protection: a form or an image of another site cannot send this header.
  if (isCheck && request.headers.get('x-requested-with') !== 'cps') return { refused: refuse(403) };
  const hostname = decodePart(parts.at(isCheck ? -2 : -1) ?? '').toLowerCase();
  return HOSTNAME.test(hostname) ? { hostname, isCheck } : { refused: refuse(404) };
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}
