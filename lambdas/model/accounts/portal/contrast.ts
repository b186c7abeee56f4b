// Colours are written #rrggbb.

/** What text needs to be read by most people: WCAG 2.2, 1.4.3. */
export const LEAST_CONTRAST = 4.5;

/** From 1 to 21. https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
export function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** The shade of a colour, towards black or white, that is nearest to it and can be read on another. Against any colour one of the two can. */
export function nearestReadable(color: string, on: string): string {
  const from = channelsOf(color);
  const shades = [0, 255].flatMap((end) => {
    for (let step = 0; step <= 255; step += 1) {
      const shade = hexOf(from.map((channel) => Math.round(channel + ((end - channel) * step) / 255)));
      if (contrastOf(shade, on) >= LEAST_CONTRAST) return [shade];
    }
    return [];
  });
  const distance = (shade: string) => Math.hypot(...channelsOf(shade).map((channel, index) => channel - (from[index] ?? 0)));
  return shades.toSorted((a, b) => distance(a) - distance(b))[0] ?? color;
}

function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(color).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function channelsOf(color: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
}

function hexOf(channels: number[]): string {
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}
