import { textArray } from '#kernel/infrastructure/database/text-array';
import type { SourceText } from '../../domain/export/source-text.js';

/** The columns of source texts in PostgreSQL's binary form. */
export type SourceTextValues = readonly [hashes: Uint8Array, texts: Uint8Array, readings: Uint8Array];

export function sourceTextValues(texts: readonly SourceText[]): SourceTextValues {
  return [
    textArray(texts.map(({ hash }) => hash)),
    textArray(texts.map(({ text }) => text)),
    textArray(texts.map(({ content }) => JSON.stringify(content))),
  ];
}
