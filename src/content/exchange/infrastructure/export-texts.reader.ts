import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { stringify } from 'yaml';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import type { ContentRef } from '#rich-document';
import type { Archives, ExportedFile, ExportedText, ExportTexts } from '../domain/export/export-ports.js';
import { zipEntries, type ZipEntry } from './sources/folder-zip.js';
import { DOCUMENTS } from '../../revisions/infrastructure/reading.js';

/** Hashes looked at in one statement. */
const BATCH = 5_000;

@Injectable()
export class ExportTextsReader implements ExportTexts {
  constructor(private readonly sql: SqlQuery) {}

  async texts(organizationId: string, hashes: readonly string[]): Promise<Map<string, ExportedText>> {
    const rows = await this.sql.rows<{ hash: string; markdown: string; slots: ContentRef[] | null }>(
      'export.texts-2',
      `select encode(hash, 'hex') as hash, markdown, slots::json as slots from ${DOCUMENTS} d
       where organization_id = $1 and hash = any(array(select decode(h, 'hex') from unnest($2::text[]) h))`,
      [organizationId, hashes],
    );
    return new Map(rows.map(({ hash, markdown, slots }) => [hash, { markdown, slots: slots ?? [] }]));
  }

  async targets(organizationId: string, hashes: readonly string[]): Promise<Set<string>> {
    const ids = new Set<string>();
    for (let at = 0; at < hashes.length; at += BATCH) {
      const rows = await this.sql.rows<{ id: string }>(
        'export.targets-2',
        `select distinct unnest(targets) as id from ${DOCUMENTS} d
         where organization_id = $1 and hash = any(array(select decode(h, 'hex') from unnest($2::text[]) h))`,
        [organizationId, hashes.slice(at, at + BATCH)],
      );
      for (const { id } of rows) ids.add(id);
    }
    return ids;
  }

  async referring(organizationId: string, hashes: readonly string[], ids: readonly string[]): Promise<Set<string>> {
    const found = new Set<string>();
    for (let at = 0; at < hashes.length; at += BATCH) {
      const rows = await this.sql.rows<{ hash: string }>(
        'export.referring-2',
        `select encode(hash, 'hex') as hash from ${DOCUMENTS} d
         where organization_id = $1 and hash = any(array(select decode(h, 'hex') from unnest($2::text[]) h))
           and targets && $3::text[]`,
        [organizationId, hashes.slice(at, at + BATCH), ids],
      );
      for (const { hash } of rows) found.add(hash);
    }
    return found;
  }

  writeYaml(value: Readonly<Record<string, unknown>>): string {
    return stringify(value, { lineWidth: 0 });
  }
}

@Injectable()
export class ZipArchives implements Archives {
  zip(files: AsyncIterable<ExportedFile>): Readable {
    return zipEntries(entriesOf(files));
  }
}

async function* entriesOf(files: AsyncIterable<ExportedFile>): AsyncGenerator<ZipEntry> {
  for await (const file of files) yield { path: file.path, content: await file.content() };
}
