import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { NotFound } from '#kernel/domain/errors';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { GetSemanticChanges } from '../../application/content/content.queries.js';
import type { SemanticChangesView } from '../../application/content/semantic-changes.view.js';
import { semanticChanges } from '../../domain/content/semantic-changes.js';
import { diffMaps } from '../../domain/map/diff-maps.js';
import type { FileRecord, PageRecord, ReusableContentRecord } from '../../domain/page/page-record.js';
import type { RevisionRoots } from '../../domain/ports.js';
import { asking, grantedRankToRead, roleOf, type AccessRow } from '../permissions/access.js';
import { NodeStore } from '../revision/node-store.js';
import { ChangeRequestViews } from './change-request-views.js';
import { SemanticChangeViews } from './semantic-change-views.js';

interface Row extends AccessRow {
  revision: string;
  type: string;
  before: RevisionRoots | null;
  after: RevisionRoots;
}

const roots = (revision: string): string => `json_build_object('pages', encode(${revision}.pages_root, 'hex'),
  'files', encode(${revision}.files_root, 'hex'), 'contents', encode(${revision}.contents_root, 'hex'),
  'variables', ${revision}.variables)`;

const COLUMNS = `s.organization_id as "organizationId", s.level, ${grantedRankToRead('s', '$3', '$4')} as granted,
  r.id as revision, r.type, case when b.id is not null then ${roots('b')} end as before, ${roots('r')} as after`;

const OF_CHANGE_REQUEST = `select ${COLUMNS} from content.space s
  join content.change_request c on c.organization_id = s.organization_id and c.space_id = s.id
  join content.revision r on r.organization_id = c.organization_id and r.id = c.revision_id
  join content.revision b on b.organization_id = c.organization_id and b.id = c.revision_merged_ancestor
  where s.id = $1 and s.deleted_at is null and c.id = $2`;

const OF_REVISION = `select ${COLUMNS} from content.space s
  join content.revision r on r.organization_id = s.organization_id and r.space_id = s.id
  left join content.revision b on b.organization_id = r.organization_id and b.id = (
    select p.parent_id from content.revision_parent p
    where p.organization_id = r.organization_id and p.revision_id = r.id order by p.ordinal limit 1)
  where s.id = $1 and s.deleted_at is null and r.id = $2`;

const NOTHING: RevisionRoots = { pages: null, files: null, contents: null, variables: {} };

@QueryHandler(GetSemanticChanges)
export class GetSemanticChangesHandler implements IQueryHandler<GetSemanticChanges> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly nodes: NodeStore,
    private readonly views: SemanticChangeViews,
    private readonly changeRequests: ChangeRequestViews,
  ) {}

  /** Costs as much as the two contents differ, not as much as they hold. */
  async execute({ caller, target, limit }: GetSemanticChanges): Promise<SemanticChangesView> {
    const ofRevision = 'revisionId' in target;
    const { subjects, guestOf } = asking(caller);
    const row = await this.sql.row<Row>(
      ofRevision ? 'changes.of-revision' : 'changes.of-change-request',
      ofRevision ? OF_REVISION : OF_CHANGE_REQUEST,
      [target.spaceId, ofRevision ? target.revisionId : target.changeRequestId, subjects, guestOf],
    );
    if (!row || !roleOf(caller, row)) throw new NotFound(`${ofRevision ? 'Revision' : 'Change request'} not found`);
    const { organizationId, before: base, after } = row;
    const before = base ?? NOTHING;
    const source = this.nodes.of(organizationId);
    const diff = {
      pages: await diffMaps<PageRecord>(before.pages, after.pages, source),
      files: await diffMaps<FileRecord>(before.files, after.files, source),
      contents: await diffMaps<ReusableContentRecord>(before.contents, after.contents, source),
    };
    const all = semanticChanges(diff, { before: before.variables, after: after.variables });
    const shown = all.slice(0, limit);
    const view: SemanticChangesView = {
      changes: await this.views.of(organizationId, { before: before.pages, after: after.pages }, shown),
    };
    if (all.length > shown.length) view.more = all.length - shown.length;
    const merged =
      ofRevision && row.type === 'merge'
        ? await this.changeRequests.mergedInto(organizationId, row.revision)
        : undefined;
    if (merged) view.mergedFrom = merged.view;
    return view;
  }
}
