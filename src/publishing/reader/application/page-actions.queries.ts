import { Query } from '#kernel/domain/messages';
import type { KeptText, ReaderRequest } from './reader.queries.js';

/** A page that tells how assistants are connected to a site. Undefined where nothing is published for them. */
export class DrawConnectPage extends Query<KeptText | undefined> {
  constructor(readonly request: ReaderRequest) {
    super();
  }
}

/** The PDF of a page: a path on this server, or `late` while it is made. Undefined where readers may have none. */
export class ReadPagePdf extends Query<string | 'late' | undefined> {
  constructor(
    /** Its URL is that of the site space. */
    readonly request: ReaderRequest,
    readonly pageId: string,
  ) {
    super();
  }
}
