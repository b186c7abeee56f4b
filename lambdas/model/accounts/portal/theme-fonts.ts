/** Stacks of fonts that a system has already: nothing is loaded. */
export const FONT_STACKS = {
  system: 'system-ui, sans-serif',
  humanist: 'Seravek, "Gill Sans Nova", Ubuntu, Calibri, "DejaVu Sans", source-sans-pro, sans-serif',
  geometric: 'Avenir, Montserrat, Corbel, "URW Gothic", source-sans-pro, sans-serif',
  rounded: 'ui-rounded, "Hiragino Maru Gothic ProN", Quicksand, Comfortaa, Manjari, "Arial Rounded MT", Calibri, sans-serif',
  old_style: '"Iowan Old Style", "Palatino Linotype", "URW Palladio L", P052, serif',
  slab: 'Rockwell, "Rockwell Nova", "Roboto Slab", "DejaVu Serif", "Sitka Small", serif',
} as const;
export type Font = keyof typeof FONT_STACKS;
export const FONTS = Object.keys(FONT_STACKS) as Font[];
