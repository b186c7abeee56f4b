import { createHash } from 'node:crypto';

/** `style-0123456789abcdef.css`: the name changes with the content, so browsers may cache it for ever. */
export function hashedName(name: string, content: string): string {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 16);
  return name.replace(/(?=\.\w+$)/, `-${hash}`);
}
