import { Query } from '#kernel/domain/messages';
import type { KeptText } from './reader.queries.js';

/** The page at the server's own address: the sites that everyone may read, signing in, the documentation of the API. */
export class ReadStartPage extends Query<KeptText> {}
