import type { Readable } from 'node:stream';
import type { Caller } from '#kernel/application/caller';
import { matches } from '#kernel/application/entity-tag';
import type { Dispatcher } from '#kernel/application/dispatcher';
import { NotModified } from '#kernel/application/json-text';
import type { Archives } from '../domain/export/export-ports.js';
import type { ImportedContent } from '../domain/import/import-ports.js';
import type { Exporter } from './exporter.js';
import { AuthorizeSpace } from '../../spaces/application/space/authorize-space-query.js';

export interface ExportedArchive {
  title: string;
  etag: string;
  bytes: Readable;
}

/** The current content of a space as an archive. */
export class ExportContent {
  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly imported: ImportedContent,
    private readonly exporter: Exporter,
    private readonly archives: Archives,
  ) {}

  /** `ifNoneMatch`: the entity tags that the caller has, as in the header of that name. */
  async archive(caller: Caller, spaceId: string, ifNoneMatch?: string): Promise<ExportedArchive | NotModified> {
    const { organizationId, title } = await this.dispatcher.ask(new AuthorizeSpace(caller, spaceId, 'read', false));
    if (ifNoneMatch !== undefined) {
      const current = etagOf(await this.imported.version(organizationId, spaceId));
      if (matches(ifNoneMatch, current)) return new NotModified(current);
    }
    const state = await this.imported.load(organizationId, spaceId);
    const tree = await this.exporter.open(state);
    // The paths of pages depend on the source as well as on the revision.
    const etag = etagOf(`${state.revisionId}.${state.sources}`);
    return { title, etag, bytes: this.archives.zip(tree.files()) };
  }
}

const etagOf = (version: string): string => `"${version}.zip"`;
