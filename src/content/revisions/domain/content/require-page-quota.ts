import { Invalid } from '#kernel/domain/errors';
import type { Head, LiveContent } from '../ports.js';

/** Refuses content that would hold more pages than a space may, where it holds more than before. */
export async function requirePageQuota(
  head: Head,
  content: LiveContent,
  grows: number,
  maxPages: number,
): Promise<void> {
  if (grows <= 0) return;
  if ((await content.countPages(head)) + grows > maxPages) throw new Invalid(`A space holds at most ${maxPages} pages`);
}
