import type { DayOfHeads } from '../shared/audit/seal.schema.ts';
import { lastDayToSign, nextDay, sha256Of, textOfDay } from '../shared/audit/verify.ts';
import type { SigningEdges } from '../wiring/edges.ts';
import type { Rows } from '../wiring/rows.wiring.ts';

type SignPorts = Pick<Rows, 'seals' | 'clock'> & Pick<SigningEdges, 'signedDays' | 'signDigest'>;

/** Heads read in parallel. */
const AT_ONCE = 20;

/**
 * Signs every finished day without a signature, oldest first, each with one write that overwrites nothing. A killed run leaves
 * only whole days; if two runs sign a day, the first write wins. Returns the days it signed.
 */
export async function signDays({ seals, signedDays: days, signDigest, clock }: SignPorts): Promise<string[]> {
  const signed: string[] = [];
  const end = lastDayToSign(clock());
  const last = await days.lastDay();
  let previous = last === undefined ? undefined : await days.textOf(last);
  for (let day = last === undefined ? end : nextDay(last); day <= end; day = nextDay(day)) {
    const heads = await headsOf(day, seals);
    const previousSha256 = previous === undefined ? {} : { previousSha256: sha256Of(previous).toString('base64') };
    const text = textOfDay({ day, signedAt: clock().toISOString(), ...previousSha256, heads });
    const signature = Buffer.from(await signDigest(sha256Of(text))).toString('base64');
    const isOurs = await days.keep({ day, text, signature });
    previous = isOurs ? text : await days.textOf(day);
    if (isOurs) signed.push(day);
  }
  return signed;
}

async function headsOf(day: string, seals: Rows['seals']): Promise<DayOfHeads['heads']> {
  const organizations = await seals.organizationsSealedOn(day);
  const heads: DayOfHeads['heads'] = {};
  for (let at = 0; at < organizations.length; at += AT_ONCE) {
    const some = organizations.slice(at, at + AT_ONCE);
    const found = await Promise.all(some.map((id) => seals.last(id, 1)));
    for (const [head] of found) if (head) heads[head.organizationId] = { number: head.number, sha256: head.sha256 };
  }
  return heads;
}
