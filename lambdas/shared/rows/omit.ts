type NameIn<T> = T extends unknown ? keyof T : never;
type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** A copy of a row without these fields. */
export function omit<T extends object, K extends NameIn<T>>(row: T, ...names: K[]): Without<T, K> {
  const left = Object.entries(row).filter(([name]) => !(names as PropertyKey[]).includes(name));
  return Object.fromEntries(left) as Without<T, K>;
}
