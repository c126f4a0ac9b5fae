import { Forbidden } from '#kernel/domain/errors';

/** Refuses what a language model would be asked for where the organization has switched that off (`ai`). */
export function requireAI(allowed: boolean): void {
  if (!allowed) throw new Forbidden('The organization has switched AI off');
}
