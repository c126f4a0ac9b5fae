import { Query } from '#kernel/domain/messages';
import type { ReaderRequest } from './reader.queries.js';

/** Where visitors of a site sign out with those who signed them in: a URL. Undefined where there is no such place. */
export class ReadSignOut extends Query<string | undefined> {
  constructor(readonly request: ReaderRequest) {
    super();
  }
}
