import { Invalid } from '#kernel/domain/errors';
import type { PageRecord } from '../page/page-record.js';

/** Refuses direct changes of generated pages: they change with their source. */
export function refuseGenerated({ id, origin }: PageRecord): void {
  if (origin) throw new Invalid(`Page ${id} is made by the computed page ${origin.page}: change that one instead`);
}
