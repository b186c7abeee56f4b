/** In which the owner of a hostname is spoken to. The first is spoken where no other is asked for. */
export const LOCALES = ['en', 'de', 'fr', 'es', 'pt-BR', 'ja'] as const;
export type Locale = (typeof LOCALES)[number];
