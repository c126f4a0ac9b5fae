import { mapReferences, mergeDocuments, type RichDocument } from '#rich-document';
import { segmentsOf, translateDocument } from '#segments';
import { storedDocument } from '../../revisions/domain/page/stored-document.js';
import type { StoredDocument } from '../../revisions/domain/ports.js';
import { countWords } from '../domain/translated-page.js';
import type { BodySegments, SegmentTexts } from '../domain/translated-bodies.js';

export function readSegments(body: string): BodySegments {
  const segments = segmentsOf(JSON.parse(body) as RichDocument);
  return { segments, words: countWords(segments) };
}

export function translateBody(body: string, spaceId: string, texts: SegmentTexts): StoredDocument {
  return storedDocument(showBody(body, spaceId, texts));
}

export function showBody(body: string, spaceId: string, texts: SegmentTexts): RichDocument {
  const own = ofTarget(JSON.parse(body) as RichDocument, spaceId);
  return translateDocument(own, (segment) => texts.get(segment));
}

export function mergeBodies(base: string, made: string, current: string): StoredDocument {
  const [was, will, is] = [base, made, current].map((body) => JSON.parse(body) as RichDocument);
  return storedDocument(mergeDocuments(was as RichDocument, will as RichDocument, is as RichDocument).document);
}

/** What a document says of its own space by the space's name it says without: in the target it means the target. */
function ofTarget(document: RichDocument, spaceId: string): RichDocument {
  return mapReferences(document, (ref) => {
    if (ref.kind === 'space' || !('space' in ref) || ref.space !== spaceId) return ref;
    const { space: _, ...own } = ref;
    return own;
  });
}
