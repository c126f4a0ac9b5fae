import type { Caller } from '#kernel/application/caller';
import type { Clock } from '#kernel/domain/clock';
import { Conflict, Invalid, NotFound } from '#kernel/domain/errors';
import { requirePageQuota } from '../../../revisions/domain/content/require-page-quota.js';
import { TemplateCopy } from '../../domain/template/template-copy.js';
import type { Templates } from '../../domain/template/templates.js';
import { isFirstPage } from '../../../revisions/domain/page/first-page.js';
import type { PageTexts } from '../../../revisions/domain/page/page-text.js';
import type { LiveContent, Revisions, RevisionDraft } from '../../../revisions/domain/ports.js';
import type { Spaces } from '../../domain/space/spaces.js';
import type { ContentLimits } from '../../domain/space/content-limits.js';
import type { ChangeableContent } from '../../../revisions/application/make-changes.js';

/** The template that a space begins with: a space of the same organization that is marked as one. */
export interface TemplateReference {
  /** The id of that space. */
  id: string;
  /** Content references by the names of the template's files that they replace; not validated yet. */
  contentRefs?: Readonly<Record<string, unknown>> | undefined;
}

/** Number of documents read and written at a time. */
const BATCH = 50;

/** A copy of a template whose documents are stored and which no content includes yet. */
export interface PreparedCopy {
  organizationId: string;
  copy: TemplateCopy;
}

/** Copies templates in two steps: prepares the copy while nothing is locked, then adds it to locked content. */
export class TemplateCopier {
  constructor(
    private readonly spaces: Spaces,
    private readonly templates: Templates,
    private readonly revisions: Revisions,
    private readonly texts: PageTexts,
    private readonly limits: ContentLimits,
    private readonly clock: Clock,
  ) {}

  /**
   * Prepares a copy. Throws NotFound for a template that the caller may not read or that belongs to another
   * organization.
   */
  async prepare(
    caller: Caller,
    organizationId: string,
    { id, contentRefs = {} }: TemplateReference,
  ): Promise<PreparedCopy> {
    const loaded = await this.spaces.findWithRole(caller, id);
    const { space, role } = loaded ?? {};
    const found = role !== undefined && space?.isTemplateOf(organizationId) === true ? space : undefined;
    const content = found && (await this.templates.content(found));
    if (!content) throw new NotFound('Template not found');
    const copy = new TemplateCopy(content, this.#fills(contentRefs), this.clock.now());
    const hashes = copy.bodies;
    for (let at = 0; at < hashes.length; at += BATCH) {
      const bodies = await this.templates.referring(organizationId, hashes.slice(at, at + BATCH));
      const rewritten = [...bodies].flatMap(([hash, body]) => copy.rewrite(hash, body) ?? []);
      await this.revisions.addDocuments(organizationId, rewritten);
    }
    return { organizationId, copy };
  }

  /** The revision that adds a copy to locked content. */
  async insert(
    { organizationId, copy }: PreparedCopy,
    into: ChangeableContent,
    author: string,
  ): Promise<RevisionDraft> {
    const { head, content } = into;
    if (head.organizationId !== organizationId)
      throw new Conflict('The space was transferred to another organization meanwhile: try again');
    await this.#requireReplacementFiles(copy, into);
    const roots = await content.children(head, null);
    const first = copy.size > 0 ? await this.#firstPage(into, roots) : undefined;
    await requirePageQuota(head, content, copy.size - (first === undefined ? 0 : 1), this.limits.maxPages);
    const additions = copy.additionsTo({
      roots: roots.filter((page) => page.id !== first),
      variables: head.roots.variables,
    });
    const pages: RevisionDraft['pages'] = new Map(additions.pages);
    if (first !== undefined) pages.set(first, null);
    return { ...additions, pages, head, type: 'edits', author, now: this.clock.now(), documents: [] };
  }

  #fills(contentRefs: Readonly<Record<string, unknown>>): Map<string, string> {
    const fills = new Map<string, string>();
    for (const [name, value] of Object.entries(contentRefs)) {
      const ref = this.texts.readReference(value);
      if (ref.kind !== 'file' || ref.space !== undefined)
        throw new Invalid(`contentRefs: "${name}" takes a file of the space: {"kind": "file", "file": …}`);
      fills.set(name, ref.file);
    }
    return fills;
  }

  async #requireReplacementFiles(
    { replacementFiles }: TemplateCopy,
    { head, content }: ChangeableContent,
  ): Promise<void> {
    if (replacementFiles.length === 0) return;
    const known = await content.files(head, replacementFiles);
    const unknown = replacementFiles.find((id) => !known.has(id));
    if (unknown !== undefined) throw new Invalid(`contentRefs: the space has no file ${unknown}`);
  }

  /** The page that every new space begins with, if it was never edited: the copy replaces it. */
  async #firstPage(
    { head, content }: ChangeableContent,
    roots: Awaited<ReturnType<LiveContent['children']>>,
  ): Promise<string | undefined> {
    const [only, ...others] = roots;
    if (!only || others.length > 0 || (await content.countPages(head)) > 1) return undefined;
    const page = (await content.pages(head, [only.id])).get(only.id);
    return page && isFirstPage(page) ? only.id : undefined;
  }
}
