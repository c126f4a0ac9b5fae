import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Caller } from '#kernel/application/caller';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { contentsElsewhere, keyOfContent, type ContentElsewhere, type Included } from '#adaptive';
import { mapReferences, type RichDocument } from '#rich-document';
import type { RevisionRoots } from '../../domain/ports.js';
import {
  callerParameters,
  grantedRankToRead,
  roleOf,
  type AccessRow,
} from '../../../spaces/infrastructure/permission/access.js';
import { SPACES } from '../../../spaces/infrastructure/reading.js';

interface Row extends AccessRow {
  space: string;
  content: string;
  /** The hash and the text of the document. */
  document: string;
  body: string;
  variables: RevisionRoots['variables'];
}

/** How many levels of contents of other spaces within each other are read, each by one statement. */
const MOST_LEVELS = 3;
/** Contents of other spaces in one document. */
const MOST_CONTENTS = 50;

/** What a document includes from other spaces. */
export interface Elsewhere {
  contents: Included;
  /** Identifies what was found: it changes with the contents and with what the caller may read. */
  stamp: string;
}

/** How a content of a space with these variables is evaluated, before it is put into a document of another space. */
export type Evaluate = (content: RichDocument, variables: RevisionRoots['variables']) => RichDocument;

/**
 * Reusable contents that documents include from other spaces of the organization, as these spaces have them now: of
 * those alone that the caller may read.
 */
@Injectable()
export class ContentsElsewhere {
  constructor(private readonly sql: SqlQuery) {}

  async of(
    caller: Caller,
    { organizationId, spaceId }: { organizationId: string; spaceId: string },
    documents: readonly RichDocument[],
    evaluate: Evaluate,
  ): Promise<Elsewhere> {
    const contents = new Map<string, RichDocument>();
    const seen = new Set<string>();
    const stamps: string[] = [];
    let wanted = documents.flatMap(contentsElsewhere);
    for (let level = 0; level < MOST_LEVELS; level++) {
      const asked = fresh(wanted, seen);
      if (asked.length === 0) break;
      const within: ContentElsewhere[] = [];
      for (const { space, content, document, body, variables } of await this.#read(caller, organizationId, asked)) {
        const key = keyOfContent({ space, content });
        const found = mapped(evaluate(JSON.parse(body) as RichDocument, variables), space, spaceId);
        contents.set(key, found);
        stamps.push(`${key} ${document} ${JSON.stringify(variables)}`);
        within.push(...contentsElsewhere(found));
      }
      wanted = within;
    }
    return { contents, stamp: stamps.length === 0 ? '' : hash('sha256', stamps.sort().join('\n')).slice(0, 16) };
  }

  async #read(caller: Caller, organizationId: string, asked: readonly ContentElsewhere[]): Promise<Row[]> {
    const { subjects, guestOf } = callerParameters(caller);
    const rows = await this.sql.rows<Row>(
      'content.elsewhere-2',
      `select s.id as space, s.organization_id as "organizationId", s.level, ${grantedRankToRead('s', '$4', '$5')} as granted,
         c.content_id as content, encode(c.document, 'hex') as document, d.body, r.variables
       from unnest($2::text[], $3::text[]) wanted (space, content)
       cross join lateral (
         select s.* from ${SPACES} s where s.organization_id = $1 and s.id = wanted.space and s.deleted_at is null offset 0
       ) s
       cross join lateral (
         select c.content_id, c.document from content.live_content c
         where c.organization_id = $1 and c.space_id = s.id and c.content_id = wanted.content offset 0
       ) c
       cross join lateral (
         select d.body from content.document d where d.organization_id = $1 and d.hash = c.document offset 0
       ) d
       cross join lateral (
         select h.revision_id from content.space_head h where h.organization_id = $1 and h.space_id = s.id offset 0
       ) h
       cross join lateral (
         select r.variables from content.revision r where r.organization_id = $1 and r.id = h.revision_id offset 0
       ) r`,
      [organizationId, asked.map(({ space }) => space), asked.map(({ content }) => content), subjects, guestOf],
    );
    return rows.filter((row) => roleOf(caller, row) !== undefined);
  }
}

/** What was not asked for before, each once, as far as there is room. */
function fresh(wanted: readonly ContentElsewhere[], seen: Set<string>): ContentElsewhere[] {
  return wanted.filter((one) => {
    const key = keyOfContent(one);
    if (seen.has(key) || seen.size >= MOST_CONTENTS) return false;
    seen.add(key);
    return true;
  });
}

/** A document of one space as it reads in another: what it names there says so, and what is here no longer does. */
function mapped(document: RichDocument, from: string, into: string): RichDocument {
  return mapReferences(document, (ref) => {
    if (ref.kind !== 'page' && ref.kind !== 'anchor' && ref.kind !== 'file' && ref.kind !== 'reusable-content')
      return ref;
    if (ref.space === undefined) return { ...ref, space: from };
    if (ref.space !== into) return ref;
    const { space: _, ...own } = ref;
    return own;
  });
}
