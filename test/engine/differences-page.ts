import { DIFFERENCES } from './differences.ts';

const HEAD = `# DynamoDB engines: where the local cloud differs from AWS

For developers who change requests to the table. The local cloud uses an emulator, MiniStack. \`test/engine/\` sends the same requests to it and to Amazon's own engine, DynamoDB
Local. Whatever our stores rely on is the same on both. This page lists the differences; each line is a test on both engines. \`npm run docs\` writes the page.
[Decision 29](../decisions/0029-the-table-on-amazons-engine.md) says what neither engine can show.

| Difference | DynamoDB Local | MiniStack | Consequence |
|---|---|---|---|
`;

export function differencesPage(): string {
  const rows = Object.entries(DIFFERENCES).map(
    ([title, { amazon, emulator, means }]) =>
      `| ${title[0]?.toUpperCase()}${title.slice(1)} | ${amazon} | ${emulator} | ${means} |\n`,
  );
  return HEAD + rows.join('');
}
