import { Invalid } from '#kernel/domain/errors';
import type { Head, LiveContent } from '../ports.js';

/** Refuses a change that adds pages to a space beyond the limit. */
export async function requirePageQuota(
  head: Head,
  content: LiveContent,
  grows: number,
  maxPages: number,
): Promise<void> {
  if (grows <= 0) return;
  if ((await content.countPages(head)) + grows > maxPages) throw new Invalid(`A space holds at most ${maxPages} pages`);
}
