import { type LambdaClient, paginateListFunctions } from '@aws-sdk/client-lambda';

/** The deployed Lambdas whose name, as CDK makes it of their construct, has this in it. */
export async function functionsNamed(client: LambdaClient, part: string): Promise<string[]> {
  const names: string[] = [];
  for await (const { Functions = [] } of paginateListFunctions({ client }, {})) {
    names.push(...Functions.flatMap(({ FunctionName }) => (FunctionName?.includes(part) ? [FunctionName] : [])));
  }
  return names;
}
