import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { normalizeEmail } from '../../lambdas/model/accounts/people/invitation.ts';

interface Person {
  email: string;
  salt: string;
  /** scrypt hash of the password, hex. */
  passwordHash: string;
}

/** The provider's file. The `admin` command writes it, and the running provider reads it at each sign-in. */
export function peopleFile(folder: string): string {
  return join(folder, 'people.json');
}

function peopleIn(file: string): Person[] {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Person[]) : [];
}

/** Replaces the password of an existing user. */
export function setPassword(file: string, email: string, password: string): void {
  const salt = randomBytes(16).toString('hex');
  const person = { email, salt, passwordHash: hashOf(password, salt).toString('hex') };
  // Atomic: a reader sees the old or the new content.
  const people = [...peopleIn(file).filter((other) => other.email !== email), person];
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, JSON.stringify(people), { mode: 0o600 });
  renameSync(unfinished, file);
}

/** The user's address; undefined for a wrong address or password. */
export function findPerson(file: string, typed: string, password: string): string | undefined {
  const email = normalizeEmail(typed);
  const person = peopleIn(file).find((other) => other.email === email);
  if (!person) return undefined;
  const isRight = timingSafeEqual(hashOf(password, person.salt), Buffer.from(person.passwordHash, 'hex'));
  return isRight ? email : undefined;
}

function hashOf(password: string, salt: string): Buffer {
  return scryptSync(password, salt, 32);
}
