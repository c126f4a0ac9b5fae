import { beginningOf } from '#kernel/domain/characters';

/** The user for whom a provider vouches. */
export interface Person {
  /** In lower case. */
  email: string;
  displayName: string;
}

/** Printable ASCII only: letters that look alike, or that become others in lower case, must not lead to an account. */
const EMAIL = /^[a-z0-9.!#$%&'*+/=?^_{|}~-]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})*$/;
const MAX_EMAIL = 254;
const MAX_NAME = 64;

/** The address that a provider names, in lower case; undefined for what is none. */
export function addressOf(text: string): string | undefined {
  if (text.length > MAX_EMAIL || !/^[\x21-\x7e]+$/.test(text)) return undefined;
  // Only A to Z change here: what is not ASCII was refused before.
  const email = text.toLowerCase();
  return EMAIL.test(email) ? email : undefined;
}

/** The person with this address, and the name that the provider gives: in full, else in parts, else the address. */
export function personNamed(email: string, full: string | undefined, parts: readonly (string | undefined)[]): Person {
  const name = (full ?? parts.filter(Boolean).join(' ')).replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim();
  return { email, displayName: beginningOf(name, MAX_NAME).trim() || beginningOf(email, MAX_NAME) };
}
