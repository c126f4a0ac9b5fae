import type { Readable } from 'node:stream';
import type { StoredFile } from '../../../revisions/domain/content/file-intake.js';
import type { FileRecord, PageRecord, ReusableContentRecord } from '../../../revisions/domain/page/page-record.js';
import type { RevisionRoots } from '../../../revisions/domain/ports.js';
import type { AnnouncedArchive } from './archive-uploads.js';
import type { SourceTree } from './sources.js';
import type { PlannedRedirect, PlannedTag } from './import-plan.js';
import type { ResolvablePlan } from './resolve-href.js';
import type { SourceReading } from './source-reading.js';

/** What an import knows of a page, file or reusable content that it brought: where it came from. */
export interface SourceItem {
  id: string;
  kind: 'page' | 'file' | 'content';
  /** Identifies it at the next import (`PlannedPage.key`, else its path in the content). */
  key: string;
  /** From the top of the tree; `null` for a page without a file. */
  path: string | null;
  /** What Git calls the bytes; `null` for a page without a file. */
  oid: string | null;
  /** Of a page or a reusable content with a file. */
  reading: SourceReading | null;
  /** Of a file. */
  stored: StoredFile | null;
}

/** What the last import says of the tree as a whole. */
export interface SpaceSource {
  /** The folder of the content in the tree; empty for the root. */
  root: string;
  redirects: PlannedRedirect[];
  tags: PlannedTag[];
  /** Names of the variables that it set. */
  variables: string[];
  /** Ids of pages whose link title is the text by which the table of contents lists them; none where it is left out. */
  linkTitles?: string[];
  /** The table of contents and the configuration as they came, by their paths from the top of the tree. */
  texts?: Record<string, string>;
}

/** The content of a space as an import, or an export, finds it. */
export interface ImportedState {
  organizationId: string;
  spaceId: string;
  revisionId: string;
  /** The number of changes of the source items: with `revisionId` it identifies a state of the space. */
  sources: number;
  pages: ReadonlyMap<string, PageRecord>;
  files: ReadonlyMap<string, FileRecord>;
  contents: ReadonlyMap<string, ReusableContentRecord>;
  variables: RevisionRoots['variables'];
  items: ReadonlyMap<string, SourceItem>;
  source: SpaceSource;
}

/** Changes of what is known of the source; written with the revision that they belong to. */
export interface SourceChanges {
  put: SourceItem[];
  gone: string[];
  /** Undefined when it stays as it is. */
  source: SpaceSource | undefined;
}

/** Remembers, beside the revisions, where the content of a space came from. */
export abstract class ImportedContent {
  /** The whole content of a space, without its documents: the current one, or that of a revision. */
  abstract load(organizationId: string, spaceId: string, revision?: string): Promise<ImportedState>;
  /** The id of the current revision; undefined without such a space. */
  abstract revision(organizationId: string, spaceId: string): Promise<string | undefined>;
  /** Identifies the state of the content and its source, without loading it. */
  abstract version(organizationId: string, spaceId: string): Promise<string>;
  /** How often the source items of a space have changed. */
  abstract sources(organizationId: string, spaceId: string): Promise<number>;
  /** Writes in the open transaction; does nothing where nothing changes. */
  abstract save(organizationId: string, spaceId: string, changes: SourceChanges): Promise<void>;
}

/** Markdown to be read. */
export interface UnreadSource {
  /** In the content, seen from which relative addresses lead. */
  path: string;
  markdown: Buffer;
  /** Hash of the document whose blocks keep their keys. */
  previous?: string | undefined;
}

/** Reads the Markdown of one import, many files at a time, and stores the documents. */
export abstract class SourceReader {
  /**
   * Reads files and returns the results in their order: an `Error` for a file that cannot be imported, with a message
   * for the caller.
   */
  abstract read(sources: readonly UnreadSource[]): Promise<(SourceReading | Error)[]>;
}

/** Makes readers, and reads what is YAML. */
export abstract class SourceReaders {
  /** How many calls of `read` are worth having under way at once. */
  abstract readonly lanes: number;
  abstract open(organizationId: string, plan: ResolvablePlan): SourceReader;
  /** Throws when the text is not YAML. */
  abstract parseYaml(text: string): unknown;
  /** What a script exports, as far as it can be read without running it. Throws when the text is no script. */
  abstract parseScript(text: string): unknown;
  /** Lets other work of the process have its turn. */
  abstract pause(): Promise<void>;
}

/** Opens uploaded or remote trees. Throws errors of the domain, with messages for the caller. */
export abstract class SourceOpener {
  /** Receives an archive whole and opens it; closing the tree removes it. */
  abstract archive(bytes: Readable): Promise<SourceTree>;
  /** The same for an archive that was announced. Throws SourceDiffers where it is another, and what `bytes` throws. */
  abstract assembled(bytes: Readable, announced: AnnouncedArchive): Promise<SourceTree>;
  /** Fetches an archive or a single Markdown file. */
  abstract fetch(url: string, kind: 'zip' | 'markdown'): Promise<SourceTree>;
}
