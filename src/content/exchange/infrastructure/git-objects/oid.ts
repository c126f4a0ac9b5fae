import { createHash, type Hash } from 'node:crypto';

/** Starts the hash by which Git names an object; feed it the object's bytes. */
export function oidHash(kind: string, size: number): Hash {
  return createHash('sha1').update(`${kind} ${size}\0`);
}

/** The name Git gives to an object of this kind and content. */
export function objectOid(kind: string, content: Buffer): string {
  return oidHash(kind, content.length).update(content).digest('hex');
}
