/** Words by schema and by the path of a field in it: `fix.text`. What lies in a list or an alternative has the path of that. */
export type ComponentFields = Readonly<Record<string, Readonly<Record<string, string>>>>;
