import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** TrueType: Chromium cannot read WOFF2 through fontconfig. Each folder has one weight. */
const FILES = [
  import.meta.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'),
  import.meta.resolve('@expo-google-fonts/inter/500Medium/Inter_500Medium.ttf'),
  import.meta.resolve('@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf'),
  import.meta.resolve('@expo-google-fonts/inter/700Bold/Inter_700Bold.ttf'),
  import.meta.resolve('@expo-google-fonts/jetbrains-mono/500Medium/JetBrainsMono_500Medium.ttf'),
  // For Japanese, which the other two lack.
  import.meta.resolve('@expo-google-fonts/kosugi/Kosugi_400Regular.ttf'),
];

const first = (comparison: string, family: string) =>
  `<match target="pattern"><test qual="all" name="family" compare="${comparison}"><string>monospace</string></test><edit name="family" mode="prepend" binding="same"><string>${family}</string></edit></match>`;

/**
 * Environment of a browser that knows only these fonts, so that text looks the same on every machine, also without installed
 * fonts.
 */
export function ownFonts(): { FONTCONFIG_FILE: string } {
  const folder = mkdtempSync(join(tmpdir(), 'cps-fonts-'));
  const folders = FILES.map((file) => `<dir>${dirname(fileURLToPath(file))}</dir>`);
  const FONTCONFIG_FILE = join(folder, 'fonts.conf');
  writeFileSync(
    FONTCONFIG_FILE,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>${folders.join('')}<cachedir>${folder}</cachedir>${
      first('contains', 'JetBrains Mono') + first('not_contains', 'Inter')
    }</fontconfig>`,
  );
  return { FONTCONFIG_FILE };
}
