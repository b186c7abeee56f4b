import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import type { Item } from './table.store.ts';

/** The item that a stream record carries, as plain values; undefined where there is none or it cannot be read. */
export function itemOf(record: DynamoDBRecord): Item | undefined {
  const image = record.dynamodb?.NewImage;
  if (!image) return undefined;
  try {
    return unmarshall(image as Record<string, AttributeValue>);
  } catch {
    return undefined;
  }
}
