import type { Caller } from '#kernel/application/caller';
import { MayReadReplica } from '#kernel/application/replica-reads';
import { Query } from '#kernel/domain/messages';
import type { VisitorPayload } from '../../visits/domain/admission.js';
import type { ReadPlace } from './read-place.js';

/** Who reads: what they show of themselves to a site, and the member who is signed in, who may see previews. */
export interface ReaderVisitor extends VisitorPayload {
  member?: Caller | undefined;
}

/** A request of a browser, or of a program, for what is at an address of a published site. */
export interface ReaderRequest {
  /** The published URL. */
  url: string;
  visitor: ReaderVisitor;
  /** What the reader chose, where the site lets them. */
  theme: 'light' | 'dark' | 'system' | undefined;
  /** Whether Markdown is preferred to HTML. */
  markdown: boolean;
}

/** Bytes that are sent again and again: the same object for the same text. */
export interface KeptText {
  text: string;
  /** With its quotes. */
  etag: string;
  type: string;
  /** Whether it is the same for all visitors of the site. */
  shared: boolean;
  /** Whether search engines are asked not to list it. */
  hidden: boolean;
  /** The id of the page that it is. */
  page?: string;
}

/** What a request is answered with. */
export type ReaderAnswer =
  | { kind: 'text'; status: number; kept: KeptText; viewed?: ReadPlace }
  | { kind: 'redirect'; location: string; permanent: boolean }
  /** Nothing is published there, or not for this visitor. */
  | { kind: 'nothing' };

/** A page of a site for a visitor. */
@MayReadReplica()
export class ReadSitePage extends Query<ReaderAnswer> {
  constructor(readonly request: ReaderRequest) {
    super();
  }
}
