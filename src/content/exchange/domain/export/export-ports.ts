import type { Readable } from 'node:stream';
import type { ContentRef } from '#rich-document';
import type { ResolvablePlan } from '../import/resolve-href.js';
import type { SourceContent } from './source-text.js';

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

/** A Markdown file to write again, with what it is to say now. */
export interface FileToRewrite {
  /** Its path in the export, from which its addresses lead. */
  path: string;
  text: string;
  content: SourceContent;
  /** Hash of the document that it is to say; undefined for none. */
  document: string | undefined;
  title: string;
  /** Fields of the frontmatter that differ; undefined for one that is to go. */
  fields: Readonly<Record<string, unknown>>;
}

/** Writes Markdown files again of one export. */
export abstract class FileRewriter {
  /** In the order of the files; undefined for one that can't be written from its text. */
  abstract rewrite(files: readonly FileToRewrite[]): Promise<(string | undefined)[]>;
}

export abstract class FileRewriters {
  abstract open(organizationId: string, plan: ResolvablePlan): FileRewriter;
}

/** Packs files into an archive as they come. */
export abstract class Archives {
  abstract zip(files: AsyncIterable<ExportedFile>): Readable;
}
