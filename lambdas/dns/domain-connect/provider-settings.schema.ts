import * as z from 'zod/mini';

/** An address below which a provider has its end-points, without what would change the meaning of what we append. */
const Prefix = z.pipe(
  z.string().check(z.maxLength(500)),
  z.transform((text, context) => {
    const url = URL.parse(text);
    const isPlain = url?.protocol === 'https:' && url.username === '' && url.password === '' && !/[?#]/.test(text);
    if (url && isPlain) return url.href.replace(/\/+$/, '');
    context.issues.push({ code: 'custom', message: 'must be an https:// address without a query', input: text });
    return z.NEVER;
  }),
);

/** Some providers write null, or nothing between the quotes, where they have no value. */
const orNothing = <T extends z.ZodMiniType>(schema: T) => z.optional(z.nullable(z.union([z.literal(''), schema])));

/** What a DNS provider says of itself and of a zone (Domain Connect, "DNS Provider Discovery"), as far as we use it. */
export const ProviderSettings = z.object({
  providerName: z.string().check(z.minLength(1), z.maxLength(100)),
  providerDisplayName: orNothing(z.string().check(z.maxLength(100))),
  /** Absent: it has no synchronous flow for this zone. */
  urlSyncUX: orNothing(Prefix),
  urlAPI: Prefix,
});
export type ProviderSettings = z.infer<typeof ProviderSettings>;
