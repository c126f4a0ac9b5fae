import { Query } from '#kernel/domain/messages';
import type { PagePrint } from '#content';
import type { KeptText, ReaderRequest } from './reader.queries.js';

/** A page that tells how assistants are connected to a site. Undefined where nothing is published for them. */
export class DrawConnectPage extends Query<KeptText | undefined> {
  constructor(readonly request: ReaderRequest) {
    super();
  }
}

/** The PDF of a page that was ordered: a path on this server, or `late` while it is made. Undefined if it can't be made. */
export class ReadSitePrint extends Query<string | 'late' | undefined> {
  constructor(readonly print: PagePrint) {
    super();
  }
}
