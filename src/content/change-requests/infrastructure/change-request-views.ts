import type { MergedChangeRequests } from '../../revisions/application/merged-change-requests.js';
import { Injectable } from '@nestjs/common';
import { Dispatcher } from '#kernel/application/dispatcher';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { Settings } from '#kernel/infrastructure/settings';
import { UsersByIds, type UserView } from '#organization';
import type { RichDocument } from '#rich-document';
import type { ChangeRequestView } from '../../revisions/application/change-request.view.js';
import type { ChangeRequestStatus } from '../domain/change-request.js';
import { HEADS } from '../../revisions/infrastructure/reading.js';

export interface ChangeRequestRow {
  id: string;
  version: number;
  space: string;
  number: number;
  status: ChangeRequestStatus;
  subject: string;
  description: string | null;
  revision: string;
  revisionInitial: string;
  mergedAncestor: string;
  revisionMerged: string | null;
  issuesCluster: string | null;
  comments: number;
  outdated: boolean;
  createdBy: string;
  createdAt: Date;
  updatedAt: Date;
  mergedBy: string | null;
  mergedAt: Date | null;
}

/** The columns of a row, for the aliases `c` (change request) and `h` (the head of its space). */
export const CHANGE_REQUEST_COLUMNS = `c.id, c.version, c.space_id as space, c.number, c.status, c.subject, c.description,
  c.revision_id as revision, c.revision_initial as "revisionInitial", c.revision_merged_ancestor as "mergedAncestor",
  c.revision_merged as "revisionMerged", c.issues_cluster_id as "issuesCluster", c.comments,
  c.status <> 'merged' and c.revision_merged_ancestor <> h.revision_id as outdated,
  c.created_by as "createdBy", c.created_at as "createdAt", c.updated_at as "updatedAt",
  c.merged_by as "mergedBy", c.merged_at as "mergedAt"`;

/** Makes views of change requests. */
@Injectable()
export class ChangeRequestViews implements MergedChangeRequests {
  constructor(
    private readonly sql: SqlQuery,
    private readonly dispatcher: Dispatcher,
    private readonly settings: Settings,
  ) {}

  async mergedInto(
    organizationId: string,
    revisionId: string,
  ): Promise<{ view: ChangeRequestView; stamp: string } | undefined> {
    const row = await this.sql.row<ChangeRequestRow>(
      'change-request.merged-into',
      `select ${CHANGE_REQUEST_COLUMNS} from content.change_request c
       join ${HEADS} h on h.organization_id = c.organization_id and h.space_id = c.space_id
       where c.organization_id = $1 and c.revision_merged = $2`,
      [organizationId, revisionId],
    );
    if (!row) return undefined;
    const [view] = await this.of([row]);
    return view && { view, stamp: `${row.version}-${row.comments}` };
  }

  async of(rows: readonly ChangeRequestRow[]): Promise<ChangeRequestView[]> {
    const userOf = await this.users(rows.flatMap(({ createdBy, mergedBy }) => [createdBy, mergedBy]));
    return rows.map((row) => this.#view(row, userOf));
  }

  /** The views of users; a user who no longer exists gets a view with only a placeholder name. */
  async users(ids: readonly (string | null)[]): Promise<(id: string) => UserView> {
    const wanted = [...new Set(ids.filter((id) => id !== null))];
    const known = wanted.length === 0 ? new Map<string, UserView>() : await this.dispatcher.ask(new UsersByIds(wanted));
    const { publicUrl } = this.settings;
    return (id) =>
      known.get(id) ?? {
        object: 'user',
        id,
        displayName: 'Former user',
        urls: { location: `${publicUrl}/v1/users/${id}` },
      };
  }

  #view(row: ChangeRequestRow, userOf: (id: string) => UserView): ChangeRequestView {
    const { publicUrl } = this.settings;
    const view: ChangeRequestView = {
      object: 'change-request',
      id: row.id,
      number: row.number,
      status: row.status,
      subject: row.subject,
      createdBy: userOf(row.createdBy),
      createdAt: row.createdAt.toISOString(),
      updatedAt: row.updatedAt.toISOString(),
      space: row.space,
      revision: row.revision,
      revisionInitial: row.revisionInitial,
      revisionMergedAncestor: row.mergedAncestor,
      comments: row.comments,
      outdated: row.outdated,
      urls: {
        app: `${publicUrl}/s/${row.space}/~/changes/${row.id}/`,
        location: `${publicUrl}/v1/spaces/${row.space}/change-requests/${row.id}`,
      },
    };
    if (row.description !== null) view.description = JSON.parse(row.description) as RichDocument;
    if (row.revisionMerged !== null) view.revisionMerged = row.revisionMerged;
    if (row.issuesCluster !== null) view.conversationsIssuesCluster = row.issuesCluster;
    if (row.mergedBy !== null) view.mergedBy = userOf(row.mergedBy);
    if (row.mergedAt) view.mergedAt = row.mergedAt.toISOString();
    return view;
  }
}
