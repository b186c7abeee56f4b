import type { Asked, Fault } from './cases.ts';
import type { Answer } from './handling.ts';

/** A change at the CA that stays, and is met at another request than the one that it begins with. */
export interface LastingFaultPorts {
  /** An administrator changes the account's key: until that has ended. */
  changeKey(): Promise<void>;
  /** Ends with -9 every process that asks the CA. */
  kill(): void;
  /** Ends the administrator's command with -9. */
  endChange(): void;
}

export function lastingFaults({ changeKey, kill, endChange }: LastingFaultPorts): Fault[] {
  let isChanging = false;
  return [
    movedDirectory('newOrder'),
    { ...movedDirectory('newNonce'), before: kill },
    {
      ...{ title: 'account key changed half-way: by the CA, and not in the table', at: 'newOrder', times: 2, isForAll: true },
      meets: (asked) => isCall(asked, isChanging ? 'keyChange' : 'newOrder'),
      async play(forward) {
        if (!isChanging) {
          isChanging = true;
          await changeKey();
          return forward();
        }
        await forward();
        endChange();
        return 'reset';
      },
    },
  ];
}

/** More than anybody asks before he gives up: it ends with the directory being read. */
const TRIES = 40;

/** The CA serves a resource at another address, which its directory names. */
function movedDirectory(call: 'newOrder' | 'newNonce'): Fault {
  let isMoved = false;
  let isRead = false;
  return {
    ...{ title: 'directory changed', at: call, times: TRIES, isForAll: true },
    meets: (asked) => {
      if (isMoved && isCall(asked, 'directory')) isRead = true;
      return isCall(asked, call) && !isRead;
    },
    async play(): Promise<Answer> {
      isMoved = true;
      return { status: 404, headers: { 'content-type': 'text/plain' }, body: Buffer.from('404 page not found') };
    },
  };
}

function isCall(asked: Asked, call: string): boolean {
  return asked.of === 'ca' && asked.request.call === call;
}
