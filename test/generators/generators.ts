import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GENERATOR_PINS, mavenFiles, requirementsFile } from '../../local/machine/pins.ts';

/** The document for a generator: `/openapi.json`, or `/docs/openapi-plain.json`. */
type Taken = 'openapi.json' | 'openapi-plain.json';

export interface Generator {
  /** The name in the table of docs/guides/clients.md; its program is in `programs/`. */
  name: string;
  language: 'TypeScript' | 'Python' | 'Go' | 'Java' | 'C#';
  version: string;
  takes: Taken;
  /** The command, with `DOCUMENT` for the file. It writes into the folder `generated`. */
  command: string[];
  /** The toolchain for the generated code and the program. Undefined: this machine has no compiler for the language. */
  build?: 'typescript' | 'python' | 'go' | 'java';
  program?: string;
  note: string;
}

const npmVersions: Record<string, string> = JSON.parse(readFileSync(join(GENERATOR_PINS, 'package.json'), 'utf8')).dependencies;
const goModules = readFileSync(join(GENERATOR_PINS, 'go', 'go.mod'), 'utf8');
const goVersion = (module: string) => new RegExp(`${module} v(\\S+)`).exec(goModules)?.[1] ?? '';
const [, openapiGenerator = ''] =
  /openapi-generator-cli-([\d.]+)\.jar/.exec(readFileSync(mavenFiles('generators'), 'utf8')) ?? [];
const [, pythonClient = ''] = /^openapi-python-client==(\S+)/m.exec(readFileSync(requirementsFile('generators'), 'utf8')) ?? [];

/** Without it, Go and Java reject fields of a later version. */
const GROWING = 'disallowAdditionalPropertiesIfNotPresent=false';

function ofOpenapiGenerator(language: string, ...properties: string[]): string[] {
  const options = ['--additional-properties', [GROWING, ...properties].join(',')];
  return ['openapi-generator-cli', 'generate', '-g', language, '-i', 'DOCUMENT', '-o', 'generated', ...options];
}

const WITHOUT_GROWING = `Without \`${GROWING}\` it refuses a field that a later version adds.`;

export const GENERATORS: readonly Generator[] = [
  {
    name: 'openapi-generator typescript-fetch',
    ...{ language: 'TypeScript', version: openapiGenerator, takes: 'openapi-plain.json' },
    command: ofOpenapiGenerator('typescript-fetch'),
    ...{ build: 'typescript', program: 'typescript-fetch.ts' },
    note: 'Names are in camel case. An error is a `ResponseError` with the response: read its body yourself.',
  },
  {
    name: 'openapi-generator python',
    ...{ language: 'Python', version: openapiGenerator, takes: 'openapi-plain.json' },
    command: ofOpenapiGenerator('python'),
    ...{ build: 'python', program: 'openapi_generator.py' },
    note: `With \`${GROWING}\` it keeps a field that it does not know in \`additional_properties\`. An error is an \`ApiException\`, whose \`data\` is the \`ErrorBody\`.`,
  },
  {
    name: 'openapi-generator go',
    ...{ language: 'Go', version: openapiGenerator, takes: 'openapi-plain.json' },
    command: ofOpenapiGenerator('go', 'packageName=client', 'withGoMod=false'),
    ...{ build: 'go', program: 'openapi-generator.go' },
    note: `${WITHOUT_GROWING} The keys go into the context (\`ContextAPIKeys\`). \`withGoMod=false\` makes a package of your module.`,
  },
  {
    name: 'openapi-generator java',
    ...{ language: 'Java', version: openapiGenerator, takes: 'openapi-plain.json' },
    command: ofOpenapiGenerator('java'),
    ...{ build: 'java', program: 'Program.java' },
    note: `${WITHOUT_GROWING} With its library \`native\` the filter \`metadata\` of \`listDomains\` does not compile; the standard library, OkHttp with Gson, works.`,
  },
  {
    name: 'openapi-generator csharp',
    ...{ language: 'C#', version: openapiGenerator, takes: 'openapi-plain.json' },
    command: ofOpenapiGenerator('csharp'),
    note: 'Our tests cannot install .NET, so nothing is compiled.',
  },
  {
    name: 'oapi-codegen',
    ...{ language: 'Go', version: goVersion('github.com/oapi-codegen/oapi-codegen/v2'), takes: 'openapi-plain.json' },
    command: ['oapi-codegen', '-generate', 'types,client', '-package', 'client', '-o', 'generated/client.go', 'DOCUMENT'],
    ...{ build: 'go', program: 'oapi-codegen.go' },
    note: 'It takes `/openapi.json` too, with `-generate types,client,skip-prune`; each open enum is then a union with methods.',
  },
  {
    name: 'ogen',
    ...{ language: 'Go', version: goVersion('github.com/ogen-go/ogen'), takes: 'openapi-plain.json' },
    command: ['ogen', '--config', 'ogen.yml', '--target', 'generated', '--package', 'client', '--clean', 'DOCUMENT'],
    ...{ build: 'go', program: 'ogen.go' },
    note: '`ogen.yml` has to leave the server out: its type would be called `Server`, as one of ours is. It does not implement `anyOf` of two texts.',
  },
  {
    name: 'openapi-python-client',
    ...{ language: 'Python', version: pythonClient, takes: 'openapi.json' },
    command: ['openapi-python-client', 'generate', '--path', 'DOCUMENT', '--output-path', 'generated', '--overwrite'],
    ...{ build: 'python', program: 'openapi_python_client.py' },
    note: 'A known value is a member of an enum, which is also its text; a later one is a plain `str`. Compare with texts.',
  },
  {
    name: 'hey-api',
    ...{ language: 'TypeScript', version: npmVersions['@hey-api/openapi-ts'] ?? '', takes: 'openapi.json' },
    command: ['openapi-ts', '-i', 'DOCUMENT', '-o', 'generated'],
    ...{ build: 'typescript', program: 'hey-api.ts' },
    note: 'The type of an open enum is `string`. A 4xx is in `error`, and nothing is thrown.',
  },
  {
    name: 'orval',
    ...{ language: 'TypeScript', version: npmVersions.orval ?? '', takes: 'openapi.json' },
    command: ['orval', '--input', 'DOCUMENT', '--output', './generated/client.ts', '--client', 'fetch'],
    ...{ build: 'typescript', program: 'orval.ts' },
    note: 'Your mutator or `fetch` adds the address of the site and the key.',
  },
];
