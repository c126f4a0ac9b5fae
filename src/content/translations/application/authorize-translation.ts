import type { Caller } from '#kernel/application/caller';
import { Forbidden, NotFound } from '#kernel/domain/errors';
import { roleAtLeast, type Role } from '#permissions';
import type { Translation } from '../domain/translation.js';
import type { TranslationWithRole, Translations } from '../domain/translations.js';
import type { TranslationKey } from './translation.commands.js';

/**
 * Loads a translation and authorizes the caller by their role in the source space. Throws NotFound if they may not see
 * it, Forbidden if their role does not suffice.
 */
export async function authorizeTranslation(
  translations: Translations,
  caller: Caller,
  { organizationId, translationId }: TranslationKey,
  wanted: Role,
): Promise<Translation> {
  const found = requireRole(await translations.held(caller, organizationId, translationId), wanted);
  if (!found) throw new NotFound('Translation not found');
  return found;
}

/** The same of what was found; undefined instead of NotFound. */
export function requireRole(held: TranslationWithRole | undefined, wanted: Role): Translation | undefined {
  if (!held?.role) return undefined;
  if (!roleAtLeast(held.role, wanted)) throw new Forbidden(`This needs the role ${wanted} or more in the space`);
  return held.translation;
}
