import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Dispatcher } from '#kernel/application/dispatcher';
import { NotFound } from '#kernel/domain/errors';
import { normalizeRequest, readCursor, toPage } from '#kernel/infrastructure/database/paginate';
import { Settings } from '#kernel/infrastructure/settings';
import { MembersByIds } from '#organization';
import { ListLinks } from '../application/link.queries.js';
import type { LinkStatsView, LinksView, LinkView, LocationView } from '../application/link.view.js';
import { encodePart, parseLink } from '../../revisions/domain/page/stored-links.js';
import { LinkedContents } from './linked-contents.js';
import { Locations, type Wanted } from './locations.js';
import { REPORTS } from './report-sql.js';

interface LinkRow {
  /** What the target comes by in the order of the list. */
  key: string;
  kind: 'page' | 'content';
  id: string;
  node: string;
  target: string;
  status: LinkView['status'];
}

interface ReportRow {
  found: boolean;
  head: string;
  total: number;
  broken: number;
  ofChangeRequest: number | null;
  users: string[];
  rows: LinkRow[] | null;
}

/** All rows of one target that an answer has room for. */
type Item = [LinkRow, ...LinkRow[]];

/** The places in one response. A target with more links continues as the first item of the next page of the list. */
const MOST_PLACES = 1000;

/** Links grouped by what they lead to. All are judged in one statement, which counts them on the way. */
@QueryHandler(ListLinks)
export class ListLinksHandler implements IQueryHandler<ListLinks> {
  constructor(
    private readonly contents: LinkedContents,
    private readonly locations: Locations,
    private readonly dispatcher: Dispatcher,
    private readonly settings: Settings,
  ) {}

  async execute({ caller, target, filter, page }: ListLinks): Promise<LinksView> {
    const request = normalizeRequest(page);
    const [afterKey, afterKind, afterId, afterNode] = readCursor(request, 4) ?? ['', '', '', ''];
    const statements = REPORTS[filter.pageId === undefined ? 'all' : 'page'];
    const values = {
      ...{ afterKey, afterKind, afterId, afterNode, limit: MOST_PLACES + 1, page: filter.pageId, users: [] },
      status: filter.status ?? null,
      context: filter.brokenContext ?? null,
      publicUrl: encodePart(this.settings.publicUrl),
    };
    const first = await this.contents.ask<ReportRow>(caller, target, statements, values);
    const users = await this.#members(first.content.revision.organizationId, first.row.users);
    const { content, row } =
      users.length === 0 ? first : await this.contents.ask<ReportRow>(caller, target, statements, { ...values, users });
    if (filter.pageId !== undefined && !row.found) throw new NotFound('Page not found');
    const { items, cut } = itemsOf(row.rows ?? [], request.limit);
    const shown = items.slice(0, request.limit);
    const views = await this.#views(shown, (wanted) => this.locations.of(caller, content, wanted));
    const viewOf = new Map(shown.map((item, at) => [item, views[at] as LinkView]));
    // An item that was cut goes on: the list ends behind its last place here, with more to follow.
    const goesOn = cut && items.length <= request.limit;
    const list = toPage(
      goesOn ? [...items, ...items.slice(-1)] : items,
      goesOn ? { ...request, limit: items.length } : request,
      (item) => cursorOf(item.at(-1) as LinkRow),
      (item) => viewOf.get(item) as LinkView,
    );
    return { stats: statsOf(row), ...list };
  }

  /** Those of these users who are members. */
  async #members(organizationId: string, users: string[]): Promise<string[]> {
    if (users.length === 0) return [];
    return [...(await this.dispatcher.ask(new MembersByIds(organizationId, users))).keys()];
  }

  async #views(
    items: readonly Item[],
    locate: (wanted: readonly Wanted[]) => Promise<(LocationView | undefined)[]>,
  ): Promise<LinkView[]> {
    const wanted = items.flatMap((item) => [targetOf(item[0]), ...item.map(placeOf)]);
    const located = await locate(wanted);
    let at = 0;
    return items.map((item) => {
      const target = located[at];
      const places = located.slice(at + 1, at + 1 + item.length);
      at += 1 + item.length;
      const { status, target: text } = item[0];
      const view: LinkView = {
        status,
        relation: parseLink(text).relation,
        locationReferences: places.filter((place) => place !== undefined),
      };
      if (target) view.targetReference = target;
      return view;
    });
  }
}

/** Rows of one target that follow each other, up to one item more than wanted; `cut`: of the last one there may be more. */
function itemsOf(rows: readonly LinkRow[], limit: number): { items: Item[]; cut: boolean } {
  const items: Item[] = [];
  for (const row of rows.slice(0, MOST_PLACES)) {
    const last = items.at(-1);
    if (last?.[0].target === row.target) last.push(row);
    else if (items.length > limit) return { items, cut: false };
    else items.push([row]);
  }
  return { items, cut: rows.length > MOST_PLACES };
}

const cursorOf = ({ key, kind, id, node }: LinkRow): string[] => [key, kind, id, node];

function targetOf({ target }: LinkRow): Wanted {
  const { kind, space, id, anchor } = parseLink(target);
  return { kind, space, id, ...(anchor === '' ? {} : { internal: { type: 'anchor', anchor } }) };
}

function placeOf({ kind, id, node }: LinkRow): Wanted {
  return { kind, space: '', id, ...(node === '' ? {} : { internal: { type: 'node', node } }) };
}

function statsOf({ total, broken, ofChangeRequest }: ReportRow): LinkStatsView {
  const stats: LinkStatsView = { total, broken: { total: broken } };
  if (ofChangeRequest !== null) stats.broken.changeRequest = ofChangeRequest;
  return stats;
}
