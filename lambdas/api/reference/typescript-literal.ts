const WIDTH = 80;

/** A JSON value as one would write it in TypeScript: on one line where it fits. `taken`: how much of that line is used up. */
export function literal(value: unknown, taken = 0, indent = ''): string {
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
