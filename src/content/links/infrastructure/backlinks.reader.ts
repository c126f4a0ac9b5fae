import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Page } from '#kernel/application/page';
import { NotFound } from '#kernel/domain/errors';
import { normalizeRequest, readCursor, toPage } from '#kernel/infrastructure/database/paginate';
import { ListBacklinks } from '../application/link.queries.js';
import type { LocationView } from '../application/link.view.js';
import { BACKLINKS } from './backlinks-sql.js';
import { LinkedContents } from './linked-contents.js';
import { Locations } from './locations.js';

interface PlaceRow {
  /** Empty: the space that is asked about. */
  space: string;
  kind: 'page' | 'content';
  id: string;
  node: string;
}

interface BacklinksRow {
  found: boolean;
  head: string;
  rows: PlaceRow[] | null;
}

/** Where something is linked from: found by the index of what pages lead to, whatever else there is. */
@QueryHandler(ListBacklinks)
export class ListBacklinksHandler implements IQueryHandler<ListBacklinks> {
  constructor(
    private readonly contents: LinkedContents,
    private readonly locations: Locations,
  ) {}

  async execute({ caller, target, to, page }: ListBacklinks): Promise<Page<LocationView>> {
    const request = normalizeRequest(page);
    const [afterSpace, afterKind, afterId, afterNode] = readCursor(request, 4) ?? ['', '', '', ''];
    const { content, row } = await this.contents.ask<BacklinksRow>(caller, target, BACKLINKS[to.kind], {
      ...{ id: to.id, afterSpace, afterKind, afterId, afterNode, limit: request.limit + 1 },
    });
    if (!row.found) throw new NotFound(to.kind === 'page' ? 'Page not found' : 'File not found');
    const rows = row.rows ?? [];
    const wanted = rows.slice(0, request.limit).map(({ node, ...place }) => ({
      ...place,
      ...(node === '' ? {} : { internal: { type: 'node' as const, node } }),
    }));
    const located = await this.locations.of(caller, content, wanted);
    const list = toPage(
      rows,
      request,
      ({ space, kind, id, node }) => [space, kind, id, node],
      (place) => located[rows.indexOf(place)],
    );
    // What went away in the meantime is not shown.
    const items = list.items.filter((item) => item !== undefined);
    return { ...list, items, count: items.length };
  }
}
