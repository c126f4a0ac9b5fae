import { Injectable } from '@nestjs/common';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { evaluateDocument, includedContents, type Evaluation } from '#adaptive';
import { emptyDocument, type RichDocument } from '#rich-document';
import type { Adaptation } from '../../application/content/content.queries.js';
import { readRecords } from '../../domain/map/read-map.js';
import type { PageRecord, ReusableContentRecord } from '../../domain/page/page-record.js';
import { documentBodies } from './document-columns.js';
import { NodeStore } from './node-store.js';
import type { OpenRevision } from './open-revision.js';

/** So deep are contents looked for in contents. */
const MOST_LEVELS = 5;

/** Documents of a revision as a reader asks for them: expressions evaluated, reusable contents in their places. */
@Injectable()
export class AdaptedDocuments {
  constructor(
    private readonly sql: SqlQuery,
    private readonly nodes: NodeStore,
  ) {}

  /** `hash`: of the stored document; the empty document where there is none. `page`: whose variables are read. */
  async read(
    revision: OpenRevision,
    hash: string | undefined,
    page: Pick<PageRecord, 'variables'> | undefined,
    { evaluated, dereferenced }: Adaptation,
  ): Promise<RichDocument> {
    const document =
      hash === undefined ? emptyDocument() : (await this.#documents(revision.organizationId, [hash])).get(hash);
    if (!document) throw new Error(`The document ${hash} is missing in the store`);
    const evaluation: Evaluation = {
      deterministicOnly: evaluated === 'deterministic-only',
      included: dereferenced ? await this.#contents(revision, document) : undefined,
    };
    if (evaluated !== undefined) evaluation.inputs = inputsOf(revision, page);
    return evaluateDocument(document, evaluation);
  }

  /** What a document includes, and what that includes: two statements for each level. */
  async #contents(revision: OpenRevision, document: RichDocument): Promise<Map<string, RichDocument>> {
    const source = this.nodes.of(revision.organizationId);
    const contents = new Map<string, RichDocument>();
    const seen = new Set<string>();
    let wanted = includedContents(document);
    for (let level = 0; level < MOST_LEVELS && wanted.length > 0; level++) {
      for (const id of wanted) seen.add(id);
      const records = await readRecords<ReusableContentRecord>(revision.roots.contents, wanted, source);
      const hashes = [...records.values()].map(({ document: hash }) => hash);
      const documents = await this.#documents(revision.organizationId, hashes);
      for (const { id, document: hash } of records.values()) {
        const found = documents.get(hash);
        if (found) contents.set(id, found);
      }
      const within = wanted.flatMap((id) => {
        const content = contents.get(id);
        return content ? includedContents(content) : [];
      });
      wanted = [...new Set(within)].filter((id) => !seen.has(id));
    }
    return contents;
  }

  async #documents(organizationId: string, hashes: readonly string[]): Promise<Map<string, RichDocument>> {
    const bodies = await documentBodies(this.sql, organizationId, hashes);
    return new Map([...bodies].map(([hash, body]) => [hash, JSON.parse(body) as RichDocument]));
  }
}

/** What expressions read. Nobody who reads by a token of their own has claims: those come with visitors of sites. */
export function inputsOf({ roots }: OpenRevision, page: Pick<PageRecord, 'variables'> | undefined) {
  return {
    visitor: { claims: { unsigned: {} } },
    space: { vars: roots.variables },
    page: { vars: page?.variables ?? {} },
  };
}

/** How a body was adapted, in two letters, for its entity tag. */
export function kindOfAdapted({ evaluated, dereferenced }: Adaptation): string {
  const letter = evaluated === undefined ? 'a' : evaluated === 'true' ? 'e' : 'n';
  return letter + (dereferenced ? 'x' : '');
}
