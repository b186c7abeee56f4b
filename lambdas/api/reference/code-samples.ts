import type { Operation } from '../../../contract/api/operations.ts';

const WIDTH = 80;

/** A JSON value in TypeScript syntax, on one line if it fits. `taken`: characters already used on that line. */
function literal(value: unknown, taken = 0, indent = ''): string {
  const line = onOneLine(value);
  if (line.length + indent.length + taken <= WIDTH || typeof value !== 'object' || value === null) return line;
  const deeper = `${indent}  `;
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const entries = Array.isArray(value)
    ? value.map((item) => literal(item, 0, deeper))
    : Object.entries(value).map(([key, item]) => `${name(key)}: ${literal(item, key.length, deeper)}`);
  return [open, ...entries.map((entry) => `${deeper}${entry},`), `${indent}${close}`].join('\n');
}

function onOneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(', ')}]`;
  if (typeof value === 'string') return text(value);
  if (typeof value !== 'object' || value === null) return String(value);
  const entries = Object.entries(value).map(([key, item]) => `${name(key)}: ${onOneLine(item)}`);
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}

function name(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : text(key);
}

function text(value: string): string {
  return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

/** A code sample in the form of the OpenAPI extension `x-codeSamples`. */
export interface CodeSample {
  lang: 'shell' | 'typescript';
  label: 'curl' | 'TypeScript';
  source: string;
}

/** Values for a sample: path parameters, and a body if the operation is shown with one. */
export interface SampleValues {
  path: Record<string, string | number>;
  body?: unknown;
}

const INDENT = '  ';

/**
 * One call of the operation with curl (`$api`, `$CPS_API_KEY_ID` and `$CPS_API_KEY`: introduction.ts), and one with this
 * repository's client.
 */
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
    '-H "x-api-key-id: $CPS_API_KEY_ID"',
    '-H "x-api-key: $CPS_API_KEY"',
    ...(body === undefined ? [] : [`-H 'content-type: application/json'`, `-d ${quote(JSON.stringify(body))}`]),
  ].join(` \\\n${INDENT}`);
}

/** Single quotes stop all shell expansion; only a single quote itself needs escaping. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function typescript({ method, path }: Operation, { path: parameters, body }: SampleValues): string {
  const options = {
    ...(Object.keys(parameters).length > 0 && { params: { path: parameters } }),
    ...(body !== undefined && { body }),
  };
  const call = `const { data } = await client.${method}('${path}'`;
  return Object.keys(options).length > 0 ? `${call}, ${literal(options, call.length)});` : `${call});`;
}
