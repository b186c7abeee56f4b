import { useSyncExternalStore } from 'react';

/** What this page has asked, without what it was answered. */
export interface LoggedRequest {
  id: number;
  at: number;
  method: string;
  /** Below `/api` or `/app/v1`, with its query. */
  path: string;
  body?: string;
  /** Absent: it is on its way. 0: no answer came. */
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

/** Answers what is to be called with the end of it. */
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

/** The newest first; they are gone with the page. */
export function useRequestLog(): readonly LoggedRequest[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => log,
  );
}

/** Shown in place of a secret that was sent. */
const HIDDEN = '***';

/** A body as it can be shown: without secrets, and without what an address may have in its query. */
export function withoutSecrets(body: string): string {
  return JSON.stringify(JSON.parse(body), (name, value: unknown) => {
    if (name === 'secret') return HIDDEN;
    if (name === 'url' && typeof value === 'string') return value.replace(/([?&][^=&]*=)[^&]*/g, `$1${HIDDEN}`);
    return value;
  });
}

/** What only people do: no key can. */
const OF_PEOPLE = /^\/(me|members|invitations|sessions|organizations)\b/;

export function isOfPeople({ path }: LoggedRequest): boolean {
  return OF_PEOPLE.test(path);
}

/** The same request by a program, with its key in two variables of the shell. */
export function curlOf({ method, path, body }: Pick<LoggedRequest, 'method' | 'path' | 'body'>, site: string): string {
  const parts = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quote(`${site}/api${path}`)}`,
    '-H "X-API-KEY-ID: $CPS_API_KEY_ID" -H "X-API-KEY: $CPS_API_KEY"',
  ];
  if (body !== undefined) parts.push(`-H 'Content-Type: application/json'`, `-d ${quote(body)}`);
  return parts.join(' \\\n  ');
}

/** For a POSIX shell: nothing in it has a meaning but its end. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
