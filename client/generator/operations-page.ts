import { goName } from './go.ts';
import type { ClientModel, Operation } from './read-document.ts';

export const OPERATIONS_PAGE = 'docs/reference/operations.md';

/** Page that maps each API call to the clients' method names. */
export function operationsPage({ operations }: ClientModel): string {
  const byResource = Map.groupBy(operations, ({ resource }) => resource);
  const tables = [...byResource].map(([resource, own]) => [`## ${resource}`, '', ...HEAD, ...own.map(row), ''].join('\n'));
  return [INTRODUCTION, ...tables].join('\n');
}

const INTRODUCTION = `# Operations in each client

For integrators: the method of the Python and of the Go client for each operation of the API. The TypeScript client takes method and path:
\`client.GET('/api/domains/{id}', …)\`. [The clients](../guides/clients.md) say how they are used, and \`/docs\` of each deployment has every field. \`npm run docs\` writes this page.
`;
const HEAD = ['| Call | Python: `client.`… | Go: `client.`… |', '|---|---|---|'];

function row({ httpMethod, path, resource, method }: Operation): string {
  const [python, go] = [`${resource}.${method}`, `${goName(resource)}.${goName(method)}`];
  return `| \`${httpMethod} ${path}\` | \`${python}\` | \`${go}\` |`;
}
