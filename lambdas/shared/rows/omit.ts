type NameIn<T> = T extends unknown ? keyof T : never;
type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

export function omit<T extends object, K extends NameIn<T>>(row: T, ...names: K[]): Without<T, K> {
  const left: Record<string, unknown> = {};
  for (const name of Object.keys(row)) if (!(names as PropertyKey[]).includes(name)) left[name] = row[name as keyof T];
  return left as Without<T, K>;
}
