import type { Readable } from 'node:stream';
import type { ContentRef } from '#rich-document';

/** One file of an export. */
export interface ExportedFile {
  path: string;
  /** What Git calls the bytes, where that is known without reading them. */
  oid?: string;
  content(): Promise<Buffer | Readable>;
}

/** Markdown with slots for its references. */
export interface ExportedText {
  markdown: string;
  slots: ContentRef[];
}

/** Reads what an export is written from. */
export abstract class ExportTexts {
  /** The Markdown of documents, by their hashes. */
  abstract texts(organizationId: string, hashes: readonly string[]): Promise<Map<string, ExportedText>>;
  /** Ids of everything in their own space that documents refer to. */
  abstract targets(organizationId: string, hashes: readonly string[]): Promise<Set<string>>;
  /** Of these documents, those that refer to some of these ids. */
  abstract referring(organizationId: string, hashes: readonly string[], ids: readonly string[]): Promise<Set<string>>;
  abstract writeYaml(value: Readonly<Record<string, unknown>>): string;
}

/** Packs files into an archive as they come. */
export abstract class Archives {
  abstract zip(files: AsyncIterable<ExportedFile>): Readable;
}
