import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { openTable } from '../../../../lambdas/shared/table/table.store.ts';
import { answersOf } from '../../../lambdas/held-items.ts';

type Item = Record<string, unknown>;
type Send = ReturnType<typeof answersOf>['answer'];

const dynamo = mockClient(DynamoDBDocumentClient);

/** The answer to a command that holdItems does not handle. */
interface Other {
  of: unknown;
  answers: (input: { Segment?: number }) => object;
}

/** The former table and the restored one: each answers the requests with its name. */
export function twoTables(former: readonly Item[], restored: readonly Item[], other?: Other) {
  const sends = new Map<string, Send>();
  const hold = (name: string, items: readonly Item[]) => {
    const { answer, ...held } = answersOf(items);
    sends.set(name, answer);
    return held;
  };
  const held = { former: hold('former', former), restored: hold('restored', restored) };
  dynamo.reset();
  dynamo.send.callsFake(async (command: { constructor: unknown; input: object }): Promise<never> => {
    if (other && command.constructor === other.of) return other.answers(command.input) as never;
    return sends.get(tableOf(command.input))?.(command) as never;
  });
  return {
    held,
    former: openTable(new DynamoDBClient({}), 'former'),
    restored: openTable(new DynamoDBClient({}), 'restored'),
    writesTo: (name: string) =>
      dynamo.calls().filter(({ args: [command] }) => {
        const isWrite = /Put|Update|Transact/.test(command.constructor.name);
        return isWrite && tableOf(command.input) === name;
      }).length,
  };
}

function tableOf(input: object): string {
  return /"(?:TableName":"|RequestItems":\{")(\w+)"/.exec(JSON.stringify(input))?.[1] ?? '';
}
