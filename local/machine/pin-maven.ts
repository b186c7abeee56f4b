import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MAVEN_LISTS, type MavenList, mavenFiles, mavenPom } from './pins.ts';
import { runCommand } from './run-command.ts';

// Updates the file list and hashes for each local/machine/pins/maven/<list>/pom.xml. Needs the `mvn` command, which an
// installation does not.

/** Files for other systems, and Maven's own records. */
const NOT_NEEDED = /win32|i386|maven-metadata|\.(pom|sha1)$/;

async function pinList(list: MavenList): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), 'pin-maven-'));
  const files = join(scratch, 'files');
  await runCommand('mvn', {
    command: 'mvn',
    args: [
      ...['--batch-mode', '--file', mavenPom(list), `-Dmaven.repo.local=${join(scratch, 'repository')}`],
      ...[
        'dependency:copy-dependencies',
        '-DincludeScope=runtime',
        '-Dmdep.useRepositoryLayout=true',
        `-DoutputDirectory=${files}`,
      ],
    ],
    log: join(scratch, 'mvn.log'),
  });
  const listed = readdirSync(files, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !NOT_NEEDED.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
    .map((path) => `${createHash('sha256').update(readFileSync(path)).digest('hex')}  ${path.slice(files.length + 1)}\n`);
  writeFileSync(mavenFiles(list), listed.join(''));
  rmSync(scratch, { recursive: true });
}

for (const list of MAVEN_LISTS) await pinList(list);
