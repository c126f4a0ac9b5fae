import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel/domain/clock';
import { Settings } from '#kernel/infrastructure/settings';
import {
  ReadDiagram,
  ReadFrame,
  ReadPicture,
  type ServedFrame,
  type ServedPicture,
} from '../application/media.queries.js';
import { Embeds } from '../domain/embeds.js';
import { PICTURE_TYPES } from '../domain/pictures.js';
import { Diagrams } from './diagrams/diagrams.js';
import { drawFrame, drawWebFrame } from './draw-frame.js';
import { MediaAddresses } from './media-addresses.js';
import { OutsidePictures } from './outside-pictures.js';

const LEAST_SECONDS = 60;
const YEAR_SECONDS = 31_536_000;

@QueryHandler(ReadPicture)
export class ReadPictureHandler implements IQueryHandler<ReadPicture> {
  constructor(
    private readonly addresses: MediaAddresses,
    private readonly pictures: OutsidePictures,
    private readonly clock: Clock,
  ) {}

  async execute({ address }: ReadPicture): Promise<ServedPicture | undefined> {
    if (!this.addresses.isValid('picture', address)) return undefined;
    const found = await this.pictures.read(address.url);
    if (!found) return undefined;
    const { picture, open } = found;
    const left = Math.floor((picture.freshUntil - this.clock.now().getTime()) / 1_000);
    const { etag, size } = picture;
    return { type: PICTURE_TYPES[picture.ending], etag, size, maxAge: Math.max(LEAST_SECONDS, left), open };
  }
}

@QueryHandler(ReadDiagram)
export class ReadDiagramHandler implements IQueryHandler<ReadDiagram> {
  constructor(private readonly diagrams: Diagrams) {}

  async execute({ address }: ReadDiagram): Promise<ServedPicture | undefined> {
    const found = await this.diagrams.read(address);
    if (!found) return undefined;
    const { picture, open } = found;
    const { ending, etag, size } = picture;
    return { type: PICTURE_TYPES[ending], etag, size, maxAge: YEAR_SECONDS, open };
  }
}

@QueryHandler(ReadFrame)
export class ReadFrameHandler implements IQueryHandler<ReadFrame> {
  constructor(
    private readonly addresses: MediaAddresses,
    private readonly embeds: Embeds,
    private readonly settings: Settings,
  ) {}

  async execute({ address }: ReadFrame): Promise<ServedFrame | undefined> {
    if (address.data !== undefined) {
      const data = this.addresses.dataOf(address);
      return data === undefined ? undefined : drawWebFrame(address.url, data, this.settings);
    }
    if (!this.addresses.isValid('frame', address)) return undefined;
    const target = await this.embeds.target(address.url);
    const picture = target?.kind === 'picture' ? this.addresses.picture(target.src) : undefined;
    return drawFrame(address.url, target && { ...target, src: picture ?? target.src });
  }
}
