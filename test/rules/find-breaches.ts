import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { IMPORT_RULES, NAME_RULES, type NameRule } from './architecture.ts';
import { bareParticiples, PARTICIPLE_RULE } from './bare-participles.ts';
import { FOLDER_RULE, folderCircles } from './folder-circles.ts';
import { JOURNEY_RULE, longJourneys } from './journeys.ts';
import { COMMENT_RULE, longComments } from './long-comments.ts';
import { type NameUse, namesUsed } from './names-used.ts';
import { repeatedTitles, TITLE_RULE } from './repeated-titles.ts';
import { replacedWords, WORD_RULE } from './replaced-words.ts';
import { foldersWithoutStorey, STOREY_RULE } from './storeys.ts';

export interface Breach {
  rule: string;
  file: string;
  /** The imported file or module, or the used name and its line. */
  touched: string;
}

/** All rules, in the order in which the check prints them. */
export const RULES: { name: string; comment: string }[] = [
  ...IMPORT_RULES,
  FOLDER_RULE,
  JOURNEY_RULE,
  COMMENT_RULE,
  PARTICIPLE_RULE,
  STOREY_RULE,
  TITLE_RULE,
  WORD_RULE,
  ...NAME_RULES,
];

const FOLDERS = ['agent', 'bin', 'client/cps', 'contract', 'copy', 'lambdas', 'lib', 'local', 'test', 'web'];

/** The files under `root` that break the rules of architecture.ts, ordered by file. */
export async function findBreaches(root: string): Promise<Breach[]> {
  const { modules, summary } = await cruiseTree(root);
  const imports = summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, file: from, touched: to }));
  const files = modules.map(({ source }) => source).filter((source) => NAME_RULES.some((rule) => holdsFor(rule, source)));
  const imported = modules.flatMap(({ source, dependencies }) =>
    dependencies.filter(({ resolved }) => isOurs(resolved)).map(({ resolved }) => ({ from: source, to: resolved })),
  );
  // Tests may import everything in any order.
  const circles = folderCircles(imported.filter(({ from }) => !from.startsWith('test/'))).map(({ from, to, example }) => ({
    rule: FOLDER_RULE.name,
    file: from,
    touched: `${to} by ${example.from} -> ${example.to}`,
  }));
  const own = modules.map(({ source }) => source).filter(isOurs);
  const needed = modules.flatMap(({ source, dependencies }) =>
    dependencies
      .filter(({ resolved, dependencyTypes }) => isOurs(resolved) && !dependencyTypes.includes('type-only'))
      .map(({ resolved }) => ({ from: source, to: resolved })),
  );
  const journeys = longJourneys(root, own, needed).map(({ file, found }) => ({ rule: JOURNEY_RULE.name, file, touched: found }));
  const strays = foldersWithoutStorey(own).map(({ folder, storeys }) => ({
    rule: STOREY_RULE.name,
    file: folder,
    touched: storeys.length === 0 ? 'no storey' : storeys.join(' and '),
  }));
  const names = [...namesUsed(root, files)].flatMap(([file, uses]) => breachesOfNames(file, uses));
  const titles = own
    .filter((file) => file.startsWith('test/'))
    .flatMap((file) => breachesOfTitles(file, readFileSync(join(root, file), 'utf8')));
  const words = own.flatMap((file) => breachesOfWords(file, readFileSync(join(root, file), 'utf8')));
  const written = own.filter((file) => !file.includes('/dist/')); // by hand: build output may have any width
  const comments = written.flatMap((file) =>
    longComments(readFileSync(join(root, file), 'utf8')).map((line) => ({
      rule: COMMENT_RULE.name,
      file,
      touched: `line ${line}`,
    })),
  );
  return [...imports, ...circles, ...journeys, ...strays, ...names, ...titles, ...words, ...comments].sort((a, b) =>
    a.file.localeCompare(b.file),
  );
}

function isOurs(file: string): boolean {
  return FOLDERS.some((folder) => file.startsWith(`${folder}/`));
}

async function cruiseTree(root: string): Promise<ICruiseResult> {
  const { output } = await cruise(
    FOLDERS.filter((folder) => existsSync(join(root, folder))),
    {
      baseDir: root,
      validate: true,
      ruleSet: { forbidden: IMPORT_RULES },
      parser: 'tsc',
      tsPreCompilationDeps: true, // includes type-only imports, and marks them
      doNotFollow: { path: 'node_modules' },
    },
  );
  if (typeof output === 'string') throw new Error(output);
  return output;
}

function breachesOfNames(file: string, uses: NameUse[]): Breach[] {
  return NAME_RULES.filter((rule) => holdsFor(rule, file)).flatMap((rule) =>
    uses
      .filter((use) => forbids(rule, use))
      .map(({ path, line }) => ({ rule: rule.name, file, touched: `${path} in line ${line}` })),
  );
}

function breachesOfTitles(file: string, text: string): Breach[] {
  return repeatedTitles(text).map(({ title, describe, line }) => ({
    rule: TITLE_RULE.name,
    file,
    touched: `"${title}" in "${describe}", line ${line}`,
  }));
}

function breachesOfWords(file: string, text: string): Breach[] {
  const words = replacedWords(file, text).map(({ identifier, word, line }) => ({
    rule: WORD_RULE.name,
    file,
    touched: `${identifier} in line ${line}: ${word}`,
  }));
  const participles = bareParticiples(file, text).map(({ name, line }) => ({
    rule: PARTICIPLE_RULE.name,
    file,
    touched: `${name} in line ${line}`,
  }));
  return [...words, ...participles];
}

function holdsFor({ from: { path, pathNot } }: NameRule, file: string): boolean {
  return new RegExp(path).test(file) && !(pathNot && new RegExp(pathNot).test(file));
}

function forbids({ globals, imports }: NameRule, { module, path }: NameUse): boolean {
  if (module === undefined) return globals.some((name) => path === name || path === `${name}()` || path.startsWith(`${name}.`));
  const pattern = imports[module];
  return pattern !== undefined && new RegExp(pattern).test(path);
}
