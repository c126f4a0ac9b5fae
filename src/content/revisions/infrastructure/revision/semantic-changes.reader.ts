import { Injectable } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { NotFound } from '#kernel/domain/errors';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { GetSemanticChanges } from '../../application/content.queries.js';
import { MergedChangeRequests } from '../../application/merged-change-requests.js';
import type { SemanticChangesView } from '../../application/semantic-changes.view.js';
import { semanticChanges } from '../../domain/content/semantic-changes.js';
import { diffMaps } from '../../domain/map/diff-maps.js';
import type { FileRecord, PageRecord, ReusableContentRecord } from '../../domain/page/page-record.js';
import type { RevisionRoots } from '../../domain/ports.js';
import {
  callerParameters,
  grantedRankToRead,
  roleOf,
  type AccessRow,
} from '../../../spaces/infrastructure/permission/access.js';
import { NodeStore } from './node-store.js';
import { SemanticChangeViews } from './semantic-change-views.js';
import { SPACES } from '../../../spaces/infrastructure/reading.js';

/** Two contents of a space to compare; `before` is null for the first revision. */
export interface ComparedContents extends AccessRow {
  before: RevisionRoots | null;
  after: RevisionRoots;
}

const roots = (revision: string): string => `json_build_object('pages', encode(${revision}.pages_root, 'hex'),
  'files', encode(${revision}.files_root, 'hex'), 'contents', encode(${revision}.contents_root, 'hex'),
  'variables', ${revision}.variables)`;

/** The columns of `ComparedContents`, for the aliases `s` (space), `r` (revision) and `b` (the revision before). */
export const COMPARED_COLUMNS = `s.organization_id as "organizationId", s.level,
  ${grantedRankToRead('s', '$4', '$5')} as granted,
  case when b.id is not null then ${roots('b')} end as before, ${roots('r')} as after`;

const OF_REVISION = `select r.id as revision, r.type, ${COMPARED_COLUMNS} from ${SPACES} s
  join content.revision r on r.organization_id = s.organization_id and r.space_id = s.id
  left join content.revision b on b.organization_id = r.organization_id and b.id = (
    select p.parent_id from content.revision_parent p
    where p.organization_id = $1 and p.revision_id = r.id order by p.ordinal limit 1)
  where s.organization_id = $1 and s.id = $2 and s.deleted_at is null and r.id = $3`;

const NOTHING: RevisionRoots = { pages: null, files: null, contents: null, variables: {} };

/** Compares two contents. The cost depends on the size of the differences, not of the contents. */
@Injectable()
export class SemanticChangesReader {
  constructor(
    private readonly nodes: NodeStore,
    private readonly views: SemanticChangeViews,
  ) {}

  async between(
    { organizationId, before: base, after }: ComparedContents,
    limit: number,
  ): Promise<SemanticChangesView> {
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
    return view;
  }
}

@QueryHandler(GetSemanticChanges)
export class GetSemanticChangesHandler implements IQueryHandler<GetSemanticChanges> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly changes: SemanticChangesReader,
    private readonly changeRequests: MergedChangeRequests,
  ) {}

  async execute({ caller, target, limit }: GetSemanticChanges): Promise<SemanticChangesView> {
    const { subjects, guestOf } = callerParameters(caller);
    const { spaceId, revisionId } = target;
    const row = await this.sql.within({ table: 'content.space', id: spaceId }, (organizationId) =>
      this.sql.row<ComparedContents & { revision: string; type: string }>('changes.of-revision', OF_REVISION, [
        ...[organizationId, spaceId, revisionId, subjects, guestOf],
      ]),
    );
    if (!row || !roleOf(caller, row)) throw new NotFound('Revision not found');
    const view = await this.changes.between(row, limit);
    if (row.type !== 'merge') return view;
    const merged = await this.changeRequests.mergedInto(row.organizationId, row.revision);
    if (merged) view.mergedFrom = merged.view;
    return view;
  }
}
