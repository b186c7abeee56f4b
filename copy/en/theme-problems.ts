/** What is wrong with a theme, where it takes more than its schema to know. */
export const THEME_PROBLEMS = {
  contrast: (ratio: string, other: string, nearest: string) =>
    `has a contrast of ${ratio}:1 with ${other}; at least 4.5:1 is needed (WCAG 2.2, 1.4.3), and ${nearest} is the nearest shade of it that has it`,
  logoNotBase64: 'must be base64',
  logoTooLarge: (bytes: number, most: number) => `has ${bytes} bytes; at most ${most} are possible`,
  logoNotAnImage: 'must be a PNG or a WebP image; SVG may hold programs',
  supportUrl: 'must be an https:// or mailto: address',
} as const;
