import { IMPORT_RULES, NAME_RULES } from './architecture.ts';
import { CROWD_RULE } from './crowded-folders.ts';
import { findBreaches } from './find-breaches.ts';
import { FOLDER_RULE } from './folder-circles.ts';
import { TITLE_RULE } from './repeated-titles.ts';

const breaches = await findBreaches(process.cwd());
const byRule = Map.groupBy(breaches, ({ rule }) => rule);
for (const { name, comment } of [...IMPORT_RULES, FOLDER_RULE, CROWD_RULE, TITLE_RULE, ...NAME_RULES]) {
  const found = byRule.get(name) ?? [];
  if (found.length > 0) console.error(`${name}: ${comment}`);
  for (const { file, touched } of found) console.error(`  ${file} -> ${touched}`);
}
if (breaches.length > 0) process.exitCode = 1;
