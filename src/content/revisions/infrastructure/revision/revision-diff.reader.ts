import { Injectable } from '@nestjs/common';
import { diffMaps } from '../../domain/map/diff-maps.js';
import type { FileRecord, PageRecord, ReusableContentRecord } from '../../domain/page/page-record.js';
import type { Head } from '../../domain/ports.js';
import type { ContentDiff, RevisionDiffs } from '../../domain/revision-diffs.js';
import { NodeStore } from './node-store.js';

/** Compares the maps of two revisions, reading only the nodes that differ. */
@Injectable()
export class RevisionDiffReader implements RevisionDiffs {
  constructor(protected readonly nodes: NodeStore) {}

  async between(from: Head, to: Head): Promise<ContentDiff> {
    const source = this.nodes.of(from.organizationId);
    return {
      pages: await diffMaps<PageRecord>(from.roots.pages, to.roots.pages, source),
      files: await diffMaps<FileRecord>(from.roots.files, to.roots.files, source),
      contents: await diffMaps<ReusableContentRecord>(from.roots.contents, to.roots.contents, source),
    };
  }
}
