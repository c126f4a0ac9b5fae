import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Caller } from '#kernel/application/caller';
import { canonicalJson } from '#kernel/domain/canonical-json';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { evaluateDocument, includedContents, type Evaluation } from '#adaptive';
import { emptyDocument, type RichDocument } from '#rich-document';
import type { Adaptation, BodyFormat } from '../../application/content.queries.js';
import { readRecords } from '../../domain/map/read-map.js';
import type { PageRecord, ReusableContentRecord } from '../../domain/page/page-record.js';
import { documentBodies } from '../revision/document-columns.js';
import { NodeStore } from '../revision/node-store.js';
import type { OpenRevision } from '../revision/open-revision.js';
import { ContentsElsewhere } from './contents-elsewhere.js';

/** How many levels of reusable content inside reusable content are resolved. */
const MAX_LEVELS = 5;

/** Adapts documents of a revision for a reader: evaluates expressions and inserts reusable content. */
@Injectable()
export class AdaptedDocuments {
  constructor(
    private readonly sql: SqlQuery,
    private readonly nodes: NodeStore,
    private readonly elsewhere: ContentsElsewhere,
  ) {}

  /**
   * `hash` identifies the stored document; without it, the document is empty. Expressions read the variables of `page`.
   */
  async read(
    revision: OpenRevision,
    hash: string | undefined,
    page: Pick<PageRecord, 'variables'> | undefined,
    adaptation: Adaptation,
  ): Promise<RichDocument> {
    return (await this.readFor(undefined, revision, hash, page, adaptation)).document;
  }

  /**
   * The same with what it includes from other spaces, where `dereferenced`: the contents that the caller may read.
   * `stamp` identifies these, in addition to the revision.
   */
  async readFor(
    caller: Caller | undefined,
    revision: OpenRevision,
    hash: string | undefined,
    page: Pick<PageRecord, 'variables'> | undefined,
    { evaluated, dereferenced }: Adaptation,
  ): Promise<{ document: RichDocument; stamp: string }> {
    const document =
      hash === undefined ? emptyDocument() : (await this.#documents(revision.organizationId, [hash])).get(hash);
    if (!document) throw new Error(`The document ${hash} is missing in the store`);
    const evaluation: Evaluation = {
      deterministicOnly: evaluated === 'deterministic-only',
      decides: revision.claims !== undefined,
    };
    if (evaluated !== undefined) evaluation.inputs = inputsOf(revision, page);
    if (!dereferenced) return { document: evaluateDocument(document, evaluation), stamp: '' };
    const own = await this.#contents(revision, includedContents(document));
    const elsewhere =
      caller &&
      (await this.elsewhere.of(caller, revision, [document, ...own.values()], (content, variables) => {
        const inputs = evaluation.inputs && inputsOf({ ...revision, roots: { variables } }, page);
        return evaluateDocument(content, { ...evaluation, inputs });
      }));
    const included = new Map([...own, ...(elsewhere?.contents ?? [])]);
    return { document: evaluateDocument(document, { ...evaluation, included }), stamp: elsewhere?.stamp ?? '' };
  }

  /** Documents of some pages with all that they include, by the ids of the pages: the same statements as for one. */
  async readPages(
    caller: Caller,
    revision: OpenRevision,
    pages: readonly PageRecord[],
  ): Promise<Map<string, RichDocument>> {
    const hashes = [...new Set(pages.flatMap(({ document }) => document ?? []))];
    const bodies = await documentBodies(this.sql, revision.organizationId, hashes);
    const read = pages.flatMap((page) => {
      const body = bodies.get(page.document ?? '');
      return body === undefined ? [] : [{ page, document: JSON.parse(body) as RichDocument }];
    });
    const included = [...new Set(read.flatMap(({ document }) => includedContents(document)))];
    const own = await this.#contents(revision, included);
    const entries = read.map(async ({ page, document }) => {
      const evaluation = { decides: revision.claims !== undefined, inputs: inputsOf(revision, page) };
      const elsewhere = await this.elsewhere.of(caller, revision, [document, ...own.values()], (content, variables) =>
        evaluateDocument(content, { ...evaluation, inputs: inputsOf({ ...revision, roots: { variables } }, page) }),
      );
      const included = new Map([...own, ...elsewhere.contents]);
      return [page.id, evaluateDocument(document, { ...evaluation, included })] as const;
    });
    return new Map(await Promise.all(entries));
  }

  /** All reusable content that documents include, directly or indirectly; two statements for each level. */
  async #contents(revision: OpenRevision, first: readonly string[]): Promise<Map<string, RichDocument>> {
    const source = this.nodes.of(revision.organizationId);
    const contents = new Map<string, RichDocument>();
    const seen = new Set<string>();
    let wanted: readonly string[] = first;
    for (let level = 0; level < MAX_LEVELS && wanted.length > 0; level++) {
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

/** The inputs of expressions. Only visitors of sites have claims. */
export function inputsOf(
  { roots, claims }: Pick<OpenRevision, 'claims'> & { roots: Pick<OpenRevision['roots'], 'variables'> },
  page: Pick<PageRecord, 'variables'> | undefined,
) {
  return {
    visitor: { claims: claims ?? { unsigned: {} } },
    space: { vars: roots.variables },
    page: { vars: page?.variables ?? {} },
  };
}

/**
 * How a document is adapted for a caller. For visitors, conditional blocks are always evaluated, so that they get only
 * blocks whose conditions hold for them.
 */
export function adaptationFor(
  { claims }: Pick<OpenRevision, 'claims'>,
  format: BodyFormat,
  asked: Adaptation | undefined,
): Adaptation | undefined {
  if (!claims || asked?.evaluated !== undefined) return asked;
  return {
    evaluated: format === 'markdown' ? 'true' : 'deterministic-only',
    dereferenced: asked?.dereferenced ?? false,
  };
}

/** A stamp of a visitor's claims, for entity tags and cache keys. */
export function stampOfClaims({ claims }: Pick<OpenRevision, 'claims'>): string {
  return claims ? `.${hash('sha256', canonicalJson(claims)).slice(0, 16)}` : '';
}

/** A two-letter code of an adaptation, for entity tags. */
export function kindOfAdapted({ evaluated, dereferenced }: Adaptation): string {
  const letter = evaluated === undefined ? 'a' : evaluated === 'true' ? 'e' : 'n';
  return letter + (dereferenced ? 'x' : '');
}
