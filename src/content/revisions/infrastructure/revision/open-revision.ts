import { Injectable } from '@nestjs/common';
import type { Caller, Visitor, VisitorClaims } from '#kernel/application/caller';
import { Clock } from '#kernel/domain/clock';
import { NotFound } from '#kernel/domain/errors';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import type { ContentTarget } from '../../application/content.queries.js';
import type { RevisionRoots, RevisionTag } from '../../domain/ports.js';
import {
  callerParameters,
  grantedRankToRead,
  roleOf,
  type AccessRow,
} from '../../../spaces/infrastructure/permission/access.js';
import { SPACES } from '../../../spaces/infrastructure/reading.js';

/** A revision that the caller may read. */
export interface OpenRevision {
  organizationId: string;
  spaceId: string;
  id: string;
  type: 'edits' | 'merge' | 'rollback' | 'update' | 'computed';
  roots: RevisionRoots;
  /** How many imports changed the Git data of pages and files. */
  sources: number;
  createdAt: Date;
  message: string | null;
  git: { oid: string; message: string; url?: string; ref?: string } | null;
  parents: string[];
  /** The claims of the site visitor who reads it; they decide which conditional content is included. */
  claims?: VisitorClaims;
  /** Whether to include computed pages instead of their generated pages. */
  uncomputed?: boolean;
}

interface Row extends Omit<OpenRevision, 'roots'>, AccessRow {
  pages: string | null;
  files: string | null;
  contents: string | null;
  variables: RevisionRoots['variables'];
  tags: RevisionTag[];
}

const COLUMNS = `r.organization_id as "organizationId", r.space_id as "spaceId", r.id, r.type, h.sources,
  encode(r.pages_root, 'hex') as pages, encode(r.files_root, 'hex') as files, encode(r.contents_root, 'hex') as contents,
  r.variables, r.tags, r.created_at as "createdAt", r.message, r.git, s.level, ${grantedRankToRead('s', '$3', '$4')} as granted,
  array(select parent_id from content.revision_parent p
    where p.organization_id = $1 and p.revision_id = r.id order by ordinal) as parents
  from ${SPACES} s join content.space_head h on h.organization_id = s.organization_id and h.space_id = s.id
  join content.revision r on r.organization_id = s.organization_id and r.space_id = s.id`;

const OF_SPACE = `select ${COLUMNS} and r.id = h.revision_id where s.organization_id = $1 and s.id = $2 and s.deleted_at is null`;
const OF_ID = `select ${COLUMNS} and r.id = $5 where s.organization_id = $1 and s.id = $2 and s.deleted_at is null`;
const OF_CHANGE_REQUEST = `select ${COLUMNS} and r.id = (select c.revision_id from content.change_request c
    where c.organization_id = $1 and c.space_id = s.id and c.id = $5)
  where s.organization_id = $1 and s.id = $2 and s.deleted_at is null`;

/**
 * How long after a revision was superseded renderers may still read it for visitors, to complete what they began to
 * render.
 */
const SUPERSEDED_READABLE_MS = 60 * 60_000;

/**
 * A visitor may read the current revision, one that was superseded after `$6`, and that of their preview: the revision
 * `$7`, or that of the change request `$8`. Numbers of change requests can be guessed, so by its number only an open
 * one can be read.
 */
const OF_ID_FOR_VISITOR = `${OF_ID} and (r.id = h.revision_id or r.superseded_at > $6 or r.id = $7
  or r.id = (select c.revision_id from content.change_request c
    where c.organization_id = $1 and c.space_id = s.id
      and (c.id = $8 or c.number::text = $8 and c.status = 'open')))`;

function lookupForVisitor({ since, preview = {} }: Visitor, spaceId: string, revisionId: string, now: Date): Lookup {
  const lately = Math.max(now.getTime() - SUPERSEDED_READABLE_MS, since.get(spaceId)?.getTime() ?? 0);
  return {
    name: 'revision.open-for-visitor',
    noun: 'Revision',
    text: OF_ID_FOR_VISITOR,
    key: [revisionId, new Date(lately), preview.revision ?? null, preview.changeRequest ?? null],
  };
}

interface Lookup {
  name: string;
  noun: string;
  text: string;
  key: unknown[];
}

/** The statement for a target, with its parameters and the noun for NotFound. */
function lookupOf({ revisionId, changeRequestId }: ContentTarget): Lookup {
  if (changeRequestId !== undefined)
    return {
      name: 'revision.open-change-request',
      noun: 'Change request',
      text: OF_CHANGE_REQUEST,
      key: [changeRequestId],
    };
  return revisionId === undefined
    ? { name: 'revision.open-head', noun: 'Space', text: OF_SPACE, key: [] }
    : { name: 'revision.open', noun: 'Revision', text: OF_ID, key: [revisionId] };
}

/** Whether a target is the current content of a space, which has a projection. */
export function isLive({ revisionId, changeRequestId }: ContentTarget): boolean {
  return revisionId === undefined && changeRequestId === undefined;
}

/** Finds the revision that a caller names. Throws NotFound for one that they may not read. */
@Injectable()
export class RevisionReader {
  constructor(
    private readonly sql: SqlQuery,
    private readonly clock: Clock,
  ) {}

  async open(caller: Caller, target: ContentTarget, computed = true): Promise<OpenRevision> {
    const { spaceId, revisionId } = target;
    const { name, noun, text, key } =
      caller.visitor && revisionId !== undefined
        ? lookupForVisitor(caller.visitor, spaceId, revisionId, this.clock.now())
        : lookupOf(target);
    const { subjects, guestOf } = callerParameters(caller);
    const row = await this.sql.within({ table: 'content.space', id: spaceId }, (organizationId) =>
      this.sql.row<Row & {}>(name, text, [organizationId, spaceId, subjects, guestOf, ...key]),
    );
    if (!row || !roleOf(caller, row)) throw new NotFound(`${noun} not found`);
    const { pages, files, contents, variables, tags, level: _, granted: __, ...revision } = row;
    const opened: OpenRevision = { ...revision, roots: { pages, files, contents, variables, tags } };
    // Visitors do not see the history of a revision.
    if (caller.visitor) Object.assign(opened, { claims: caller.visitor.claims, parents: [] });
    if (!computed) opened.uncomputed = true;
    return opened;
  }
}
