import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PROJECT } from '../../local/machine/environment.ts';
import { installTemplateScanners } from '../../local/machine/tools.ts';

export interface Finding {
  scanner: 'cfn-lint' | 'checkov';
  rule: string;
  says: string;
  /** The file's name in the scanned folder: `full-service.json`. */
  file: string;
  /** A logical id; empty if the finding is about the template. */
  resource: string;
}

const LARGEST_REPORT_BYTES = 64 * 1024 * 1024;
const LOGS = join(PROJECT, '.local', 'logs');

/** The Python with the scanners. The installation by pip needs the network. */
export async function scanners(): Promise<string> {
  mkdirSync(LOGS, { recursive: true });
  return installTemplateScanners({ logs: LOGS, signal: undefined });
}

/** Findings of both scanners in templates, by file name. Neither needs the network. */
export async function scanTemplates(python: string, templates: Record<string, object>): Promise<Finding[]> {
  const folder = mkdtempSync(join(tmpdir(), 'templates-'));
  try {
    for (const [file, template] of Object.entries(templates))
      writeFileSync(join(folder, file), JSON.stringify(template, null, 1));
    const files = Object.keys(templates);
    const found = await Promise.all([cfnLint(python, folder, files), checkov(python, folder, files)]);
    return found.flat();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface LintMatch {
  Filename: string;
  Rule: { Id: string; ShortDescription: string };
  Message: string;
  Location: { Path: (string | number)[] | null };
}

async function cfnLint(python: string, folder: string, files: string[]): Promise<Finding[]> {
  const report = await run(python, ['-c', 'from cfnlint.runner import main; main()', '--format', 'json', '--', ...files], folder);
  return (report as LintMatch[]).map(({ Filename: file, Rule, Message: says, Location: { Path: path } }) => ({
    scanner: 'cfn-lint',
    rule: Rule.Id,
    says,
    file,
    resource: path?.[0] === 'Resources' ? String(path[1]) : '',
  }));
}

interface CheckovReport {
  summary: { parsing_errors: number };
  results: { failed_checks: { check_id: string; check_name: string; file_path: string; resource: string }[] };
}

async function checkov(python: string, folder: string, files: string[]): Promise<Finding[]> {
  const offline = ['-m', 'checkov.main', '--skip-download', '--framework', 'cloudformation'];
  const options = [...offline, '--compact', '--quiet', '--output', 'json'];
  const args = [...options, ...files.flatMap((file) => ['--file', file])];
  const { summary, results } = (await run(python, args, folder)) as CheckovReport;
  if (summary.parsing_errors > 0) throw new Error(`checkov could not read ${summary.parsing_errors} of ${files.join(', ')}`);
  return results.failed_checks.map((check) => ({
    scanner: 'checkov',
    rule: check.check_id,
    says: check.check_name,
    file: check.file_path.replace(/^\//, ''),
    resource: check.resource.split('.')[1] ?? '',
  }));
}

async function run(python: string, args: string[], cwd: string): Promise<unknown> {
  const { stdout } = await promisify(execFile)(python, args, { cwd, maxBuffer: LARGEST_REPORT_BYTES }).catch((error) => {
    // A scanner exits with 0 without findings, and with a small number otherwise.
    if (typeof error.code === 'number' && error.stdout) return error as { stdout: string };
    throw error;
  });
  return JSON.parse(stdout);
}
