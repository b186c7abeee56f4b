import { useSyncExternalStore } from 'react';

/** A request of this page, without its answer. */
export interface LoggedRequest {
  id: number;
  at: number;
  method: string;
  /** Path below `/api` or `/app/v1`, with its query. */
  path: string;
  body?: string;
  /** Absent: pending. 0: no answer came. */
  status?: number;
  milliseconds?: number;
  requestId?: string;
}

const KEPT = 50;
const listeners = new Set<() => void>();
let log: readonly LoggedRequest[] = [];
let last = 0;

function replace(next: readonly LoggedRequest[]): void {
  log = next.slice(0, KEPT);
  for (const listener of listeners) listener();
}

/** Returns a callback for the end of the request. */
export function logRequest(request: Pick<LoggedRequest, 'method' | 'path' | 'body'>) {
  last += 1;
  const id = last;
  const startedAt = performance.now();
  replace([{ ...request, id, at: Date.now() }, ...log]);
  return (end: { status: number; requestId?: string | undefined }): void => {
    const milliseconds = Math.round(performance.now() - startedAt);
    const { status, requestId } = end;
    replace(
      log.map((each) =>
        each.id === id ? { ...each, status, milliseconds, ...(requestId !== undefined && { requestId }) } : each,
      ),
    );
  };
}

/** Newest first. They are lost when the page closes. */
export function useRequestLog(): readonly LoggedRequest[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => log,
  );
}

/** Replaces a secret in a logged request. */
const HIDDEN = '***';

/** A body for display, without secrets and without the query of a URL. */
export function withoutSecrets(body: string): string {
  return JSON.stringify(JSON.parse(body), (name, value: unknown) => {
    if (name === 'secret') return HIDDEN;
    if (name === 'url' && typeof value === 'string') return value.replace(/([?&][^=&]*=)[^&]*/g, `$1${HIDDEN}`);
    return value;
  });
}

/** Paths that no API key may use. */
const OF_PEOPLE = /^\/(me|members|invitations|sessions|organizations)\b/;

export function isOfPeople({ path }: LoggedRequest): boolean {
  return OF_PEOPLE.test(path);
}

/** The same request as a curl command, with the API key in two shell variables. */
export function curlOf({ method, path, body }: Pick<LoggedRequest, 'method' | 'path' | 'body'>, site: string): string {
  const parts = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quote(`${site}/api${path}`)}`,
    '-H "X-API-KEY-ID: $CPS_API_KEY_ID" -H "X-API-KEY: $CPS_API_KEY"',
  ];
  if (body !== undefined) parts.push(`-H 'Content-Type: application/json'`, `-d ${quote(body)}`);
  return parts.join(' \\\n  ');
}

/** POSIX shell quoting: within it only the closing quote is special. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
