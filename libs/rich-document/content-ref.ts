/**
 * A reference in a document or a setting. It is relative: without `space` it means the space that contains the
 * reference, and without `page` the page that contains it.
 */
export type ContentRef =
  | { kind: 'file'; file: string; space?: string }
  | { kind: 'url'; url: string }
  | { kind: 'page'; page: string; space?: string }
  | { kind: 'anchor'; anchor: string; page?: string; space?: string }
  | { kind: 'user'; user: string }
  | { kind: 'collection'; collection: string }
  | { kind: 'space'; space: string }
  | { kind: 'reusable-content'; reusableContent: string; space?: string }
  | { kind: 'tag'; tag: string; space?: string }
  | { kind: 'openapi'; spec: string };
