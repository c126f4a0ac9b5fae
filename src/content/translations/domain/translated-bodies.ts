import type { RichDocument } from '#rich-document';
import type { StoredDocument } from '../../revisions/domain/ports.js';

/** The texts of a body that can be translated, each once, and the number of words in all of them. */
export interface BodySegments {
  segments: string[];
  words: number;
}

/** What each of some segments becomes; the others stay as they are. */
export type SegmentTexts = ReadonlyMap<string, string>;

/**
 * Reads and writes bodies, given as JSON, of a page or a reusable content. What is large does not hold up others.
 * Where a body of the source names its own space, it means the target's.
 */
export abstract class TranslatedBodies {
  abstract segments(body: string): Promise<BodySegments>;
  abstract translate(body: string, spaceId: string, texts: SegmentTexts): Promise<StoredDocument>;
  /** The same, to be shown once. */
  abstract show(body: string, spaceId: string, texts: SegmentTexts): Promise<RichDocument>;
  /** The body in the target: blocks that people changed stay unless the source has others now. */
  abstract merge(base: string, made: string, current: string): Promise<StoredDocument>;
}
