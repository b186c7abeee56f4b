import { DIFFERENCES } from './differences.ts';

const HEAD = `# The table on two engines

The local cloud's table is the emulator's, MiniStack. \`test/engine/\` asks it and Amazon's own engine, DynamoDB Local, the same: what our stores rely on
is the same on both, and this is where they differ. Each line is a test on either side; \`npm run docs\` writes the page.
[Decision 29](decisions/0029-the-table-on-amazons-engine.md) says what neither of them can tell.

| | DynamoDB Local | MiniStack | For us |
|---|---|---|---|
`;

export function differencesPage(): string {
  const rows = Object.entries(DIFFERENCES).map(
    ([title, { amazon, emulator, means }]) =>
      `| ${title[0]?.toUpperCase()}${title.slice(1)} | ${amazon} | ${emulator} | ${means} |\n`,
  );
  return HEAD + rows.join('');
}
