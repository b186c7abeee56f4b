import * as z from 'zod/mini';
import { idPattern } from '../../shared/ids/id-formats.ts';

export const EventId = z.string().check(z.regex(idPattern('evt'), 'is not the id of an event'));
