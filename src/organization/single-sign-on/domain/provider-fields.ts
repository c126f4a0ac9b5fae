import { exceeds } from '#kernel/domain/characters';
import { Invalid } from '#kernel/domain/errors';

const MAX_LABEL = 30;
const MAX_URL = 2048;

/** The label of a provider, without spaces around it. Throws Invalid. */
export function validLabel(label: string): string {
  const text = label.trim();
  if (text === '' || exceeds(text, MAX_LABEL)) throw new Invalid(`label takes 1 to ${MAX_LABEL} characters`);
  return text;
}

/** The address of a provider, http or https; `member` names it in the refusal. Throws Invalid. */
export function validProviderUrl(member: string, text: string): URL {
  if (exceeds(text, MAX_URL)) throw new Invalid(`${member} takes at most ${MAX_URL} characters`);
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw new Invalid(`${member} must be an http or https address`);
  if (url.username !== '' || url.password !== '') throw new Invalid(`${member} takes no user name and no password`);
  if (url.hash !== '') throw new Invalid(`${member} takes no fragment`);
  return url;
}
