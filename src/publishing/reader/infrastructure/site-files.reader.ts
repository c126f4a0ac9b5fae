import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { ReadSharedFile, ReadSiteFile, type ServedFile } from '../application/site-files.queries.js';
import { PublishedVisits } from './published-visits.js';
import { emojiIcon, QUIRE_ICON } from './icon.js';
import { SiteFiles } from './site-files.js';

const STYLE_TYPE = 'text/css; charset=utf-8';
const ICON_TYPE = 'image/svg+xml';

@QueryHandler(ReadSharedFile)
export class ReadSharedFileHandler implements IQueryHandler<ReadSharedFile> {
  constructor(private readonly files: SiteFiles) {}

  execute({ name }: ReadSharedFile): Promise<ServedFile | undefined> {
    if (name === 'quire.svg') return Promise.resolve({ text: QUIRE_ICON, type: ICON_TYPE, immutable: false });
    const file = this.files.named(name);
    return Promise.resolve(file && { text: file.text, type: file.type, immutable: true });
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
      return { text: emoji === undefined ? QUIRE_ICON : emojiIcon(emoji), type: ICON_TYPE, immutable: false };
    }
    const { style, version: current } = this.files.lookOf(look);
    return { text: style, type: STYLE_TYPE, immutable: version === current };
  }
}
