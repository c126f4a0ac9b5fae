import { hash } from 'node:crypto';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { ReadSharedFile, ReadSiteFile, type ServedFile } from '../application/site-files.queries.js';
import { PublishedVisits } from './published-visits.js';
import { emojiIcon, QUIRE_ICON } from './icon.js';
import { SiteFiles } from './site-files.js';

@QueryHandler(ReadSharedFile)
export class ReadSharedFileHandler implements IQueryHandler<ReadSharedFile> {
  constructor(private readonly files: SiteFiles) {}

  execute({ name }: ReadSharedFile): Promise<ServedFile | undefined> {
    return Promise.resolve(name === 'quire.svg' ? iconFile(QUIRE_ICON) : this.files.named(name));
  }
}

@QueryHandler(ReadSiteFile)
export class ReadSiteFileHandler implements IQueryHandler<ReadSiteFile> {
  constructor(
    private readonly visits: PublishedVisits,
    private readonly files: SiteFiles,
  ) {}

  async execute({ url, file, version, visitor }: ReadSiteFile): Promise<ServedFile | undefined> {
    const visit = await this.visits.begin(url, visitor);
    if (visit?.kind !== 'visit') return undefined;
    const { look } = visit.site;
    if (file === 'icon') {
      const { emoji } = look.favicon;
      return iconFile(emoji === undefined ? QUIRE_ICON : emojiIcon(emoji));
    }
    const { file: style, version: current } = this.files.lookOf(look);
    return version === current ? style : { ...style, immutable: false };
  }
}

const iconFile = (text: string): ServedFile => ({
  ...{ text, type: 'image/svg+xml', immutable: false },
  etag: `"${hash('sha256', text, 'base64url').slice(0, 12)}"`,
});
