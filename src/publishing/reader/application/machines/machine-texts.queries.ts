import { MayReadReplica } from '#kernel/application/replica-reads';
import { Query } from '#kernel/domain/messages';
import type { KeptText, ReaderRequest } from '../reader.queries.js';
import type { ReadPlace } from '../read-place.js';

/** Files of a site that programs read. */
export type MachineFile = 'llms' | 'llms-full' | 'sitemap' | 'sitemap-pages' | 'robots' | 'feed' | 'catalog';

/** One of these files, and where it was read. */
export interface MachineText {
  kept: KeptText;
  place: ReadPlace;
}

/**
 * A file that programs read, of a whole site or of one of its site spaces, as its URL says. A feed may also be that of
 * one page. Undefined where there is none for the visitor.
 */
@MayReadReplica()
export class ReadMachineText extends Query<MachineText | undefined> {
  constructor(
    readonly request: ReaderRequest,
    readonly file: MachineFile,
  ) {
    super();
  }
}

/** What programs read at the server's own address: of all sites that everyone may read. */
export class ReadServerMachineText extends Query<KeptText> {
  constructor(readonly file: 'robots' | 'catalog') {
    super();
  }
}
