export interface Assignments {
  expression: string;
  names: Record<string, string>;
  values: Record<string, unknown>;
}

/**
 * An update expression that gives attributes their values: `SET #a = :a … REMOVE #b …`. What is undefined is removed. Every name
 * is a placeholder, because DynamoDB reserves some 570 words (`state`, `status`, `url`, …). `more` are further clauses of SET.
 */
export function assignments(attributes: Record<string, unknown>, more: readonly string[] = []): Assignments {
  const names = Object.keys(attributes);
  const given = names.filter((name) => attributes[name] !== undefined);
  const sets = [...given.map((name) => `#${name} = :${name}`), ...more];
  const removes = names.filter((name) => attributes[name] === undefined).map((name) => `#${name}`);
  const clauses = [
    ...(sets.length > 0 ? [`SET ${sets.join(', ')}`] : []),
    ...(removes.length > 0 ? [`REMOVE ${removes.join(', ')}`] : []),
  ];
  return {
    expression: clauses.join(' '),
    names: Object.fromEntries(names.map((name) => [`#${name}`, name])),
    values: Object.fromEntries(given.map((name) => [`:${name}`, attributes[name]])),
  };
}
