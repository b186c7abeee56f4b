import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { SCALE } from './pictures.ts';

const MAX_BYTES = 60_000;

/** Width and height in pixels, from the header of a WebP file with a colour profile (RFC 9649, section 2.7). */
function sizeOf(file: Buffer): unknown {
  const isExtended = file.toString('latin1', 0, 4) === 'RIFF' && file.toString('latin1', 8, 16) === 'WEBPVP8X';
  return isExtended && { width: file.readUIntLE(24, 3) + 1, height: file.readUIntLE(27, 3) + 1 };
}

/** Checks that a folder has exactly these pictures, each in its size, light enough for a page and not blank. */
export function requirePictures(folder: string, pictures: Record<string, { width: number; height: number }>): void {
  expect(readdirSync(folder).toSorted()).toEqual(
    Object.keys(pictures)
      .map((name) => `${name}.webp`)
      .toSorted(),
  );
  for (const [name, { width, height }] of Object.entries(pictures)) {
    const file = readFileSync(join(folder, `${name}.webp`));
    expect([name, sizeOf(file)]).toEqual([name, { width: width * SCALE, height: height * SCALE }]);
    expect([name, file.length <= MAX_BYTES]).toEqual([name, true]);
    // A blank picture has a few hundred bytes.
    expect(file.length).toBeGreaterThan(5000);
  }
}
