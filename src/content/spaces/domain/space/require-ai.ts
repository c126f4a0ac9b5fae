import { Forbidden } from '#kernel/domain/errors';

/** Refuses the use of a language model where the organization has switched it off (`ai`). */
export function requireAI(allowed: boolean): void {
  if (!allowed) throw new Forbidden('The organization has switched AI off');
}
