import { findBreaches, RULES } from './find-breaches.ts';

const breaches = await findBreaches(process.cwd());
const byRule = Map.groupBy(breaches, ({ rule }) => rule);
for (const { name, comment } of RULES) {
  const found = byRule.get(name) ?? [];
  if (found.length > 0) console.error(`${name}: ${comment}`);
  for (const { file, touched } of found) console.error(`  ${file} -> ${touched}`);
}
if (breaches.length > 0) process.exitCode = 1;
