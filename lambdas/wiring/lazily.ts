type Makers = Record<string, () => unknown>;
type Made<M extends Makers> = { readonly [Name in keyof M]: ReturnType<M[Name]> };

/** Adds properties to `base` that are created on first use and cached. A spread would create all of them. */
export function lazily<M extends Makers, Base extends object>(makers: M, base: Base): Omit<Base, keyof M> & Made<M> {
  const getters = Object.entries(makers).map(([name, make]) => [name, { get: once(make), enumerable: true, configurable: true }]);
  const ofBase = Object.getOwnPropertyDescriptors(base);
  return Object.defineProperties({}, { ...ofBase, ...Object.fromEntries(getters) }) as Omit<Base, keyof M> & Made<M>;
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
