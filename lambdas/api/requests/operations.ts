import { listRequests } from './list-requests.ts';

export const REQUEST_OPERATIONS = [listRequests];
