import type { Operation } from '../../../contract/api/operations.ts';
import { literal } from './typescript-literal.ts';

/** As renderers of OpenAPI documents know it (`x-codeSamples`). */
export interface CodeSample {
  lang: 'shell' | 'typescript';
  label: 'curl' | 'TypeScript';
  source: string;
}

/** What a sample is made of: values for the parameters of the path, and a body where the operation is shown with one. */
export interface SampleValues {
  path: Record<string, string | number>;
  body?: unknown;
}

const INDENT = '  ';

/** One call of the operation, with `$api`, `$key_id` and `$key` (introduction.ts), and with the client of this repository. */
export function codeSamples(operation: Operation, values: SampleValues): CodeSample[] {
  return [
    { lang: 'shell', label: 'curl', source: curl(operation, values) },
    { lang: 'typescript', label: 'TypeScript', source: typescript(operation, values) },
  ];
}

function curl({ method, path }: Operation, { path: parameters, body }: SampleValues): string {
  const address = path.replace(/^\/api/, '').replaceAll(/\{(\w+)\}/g, (_, name: string) => String(parameters[name]));
  const isImplied = method === 'GET' || (method === 'POST' && body !== undefined);
  return [
    `curl ${isImplied ? '' : `-X ${method} `}"$api${address}"`,
    '-H "x-api-key-id: $key_id"',
    '-H "x-api-key: $key"',
    ...(body === undefined ? [] : [`-H 'content-type: application/json'`, `-d ${quoted(JSON.stringify(body))}`]),
  ].join(` \\\n${INDENT}`);
}

/** For a shell: nothing is expanded between these quotes, and one of them ends them. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function typescript({ method, path }: Operation, { path: parameters, body }: SampleValues): string {
  const options = {
    ...(Object.keys(parameters).length > 0 && { params: { path: parameters } }),
    ...(body !== undefined && { body }),
  };
  const call = `const { data, error } = await client.${method}('${path}'`;
  return Object.keys(options).length > 0 ? `${call}, ${literal(options, call.length)});` : `${call});`;
}
