import { MayReadReplica } from '#kernel/application/replica-reads';
import { Query } from '#kernel/domain/messages';
import type { ReaderVisitor } from './reader.queries.js';

/** A file that pages of sites load: the same object for the same text, where it is sent again and again. */
export interface ServedFile {
  text: string;
  type: string;
  /** Whether its address names this very content, so that browsers may keep it for ever. */
  immutable: boolean;
  /** With its quotes. */
  etag: string;
}

/** A file that is the same for all sites; undefined for an unknown name. */
export class ReadSharedFile extends Query<ServedFile | undefined> {
  constructor(readonly name: string) {
    super();
  }
}

/** A file that a site gives to its pages: its look or its icon. Undefined where nothing is published for the visitor. */
@MayReadReplica()
export class ReadSiteFile extends Query<ServedFile | undefined> {
  constructor(
    /** The URL of a site or one of its site spaces. */
    readonly url: string,
    readonly visitor: ReaderVisitor,
    readonly file: 'look' | 'icon',
    /** The version of a look that a page asks for. */
    readonly version?: string,
  ) {
    super();
  }
}
