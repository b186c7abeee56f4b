import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Cloud } from './cloud.ts';
import { COMPONENT_NAMES, type ComponentName } from './components.ts';
import { localServer } from './machine/foreign-requests.ts';

/** Actions on a program of the cloud. `start` takes environment variables for that run. */
const ACTIONS = ['start', 'stop', 'kill', 'pause', 'resume'] as const;
type Action = (typeof ACTIONS)[number];

/** A program of a cloud in another process. Each call resolves when done, and `start` when the program is healthy. */
export interface RemoteComponent {
  start(env?: Record<string, string>): Promise<void>;
  stop(): Promise<void>;
  kill(): Promise<void>;
  pause(): Promise<void>;
  resume(): Promise<void>;
}

/** Lets test workers control the cloud, which lives in the process that started them. Returns the URL and how to close it. */
export async function serveControl(cloud: Cloud): Promise<{ url: string; close: () => void }> {
  const server = localServer((request, response) => {
    act(cloud, request).then(
      () => response.writeHead(204).end(),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a TCP server has no port');
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${address.port}`, close };
}

/** `url`: from `serveControl`. */
export function remoteComponent(url: string, name: ComponentName): RemoteComponent {
  const ask = async (action: Action, env: Record<string, string> = {}) => {
    const answer = await fetch(`${url}/${name}/${action}`, { method: 'POST', body: JSON.stringify(env) });
    if (!answer.ok) throw new Error(`${name} ${action}: ${await answer.text()}`);
  };
  return {
    start: (env) => ask('start', env),
    stop: () => ask('stop'),
    kill: () => ask('kill'),
    pause: () => ask('pause'),
    resume: () => ask('resume'),
  };
}

async function act(cloud: Cloud, request: IncomingMessage): Promise<void> {
  const [name, action] = (request.url ?? '').slice(1).split('/');
  const known = COMPONENT_NAMES.find((each) => each === name);
  const wanted = ACTIONS.find((each) => each === action);
  if (!known || !wanted) throw new Error(`no such component or action: ${request.url}`);
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  await cloud.component(known)[wanted](JSON.parse(Buffer.concat(chunks).toString()));
}
