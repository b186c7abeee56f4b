import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import type { Item } from './table.store.ts';

/** The item of a stream record, as plain values; undefined if there is none or it is unreadable. */
export function itemOf(record: DynamoDBRecord): Item | undefined {
  const image = record.dynamodb?.NewImage;
  if (!image) return undefined;
  try {
    return unmarshall(image as Record<string, AttributeValue>);
  } catch {
    return undefined;
  }
}
