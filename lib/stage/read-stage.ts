import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { Stage } from './stage.schema.ts';

/** What is wrong with a stage file, in words for whoever wrote it: no stack trace helps them. */
export class StageRefused extends Error {}

/** Reads and checks a stage file (stage.schema.ts). Throws StageRefused, naming the file and each wrong field. */
export function readStage(file: string): Stage {
  const parsed = Stage.safeParse(readJson(file), { error: z.locales.en().localeError });
  if (!parsed.success) throw new StageRefused(`${file} is not a stage:\n${parsed.error.issues.map(issueLine).join('\n')}`);
  return parsed.data;
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StageRefused(`${file} cannot be read as JSON: ${reason}`, { cause });
  }
}

function issueLine({ path, message }: z.core.$ZodIssue): string {
  return `  ${path.length === 0 ? '(the whole file)' : path.join('.')}: ${message}`;
}
