import { Module } from '@nestjs/common';
import { OutboundEmbeds } from '#embeds';
import { Settings } from '#kernel/infrastructure/settings';
import { GuardedOutbound, Outbound } from '#outbound';
import { Embeds } from './domain/embeds.js';
import { DiagramAddresses } from './infrastructure/diagrams/diagram-addresses.js';
import { DiagramProcess } from './infrastructure/diagrams/diagram-process.js';
import { Diagrams } from './infrastructure/diagrams/diagrams.js';
import { MediaAddresses } from './infrastructure/media-addresses.js';
import { ReadDiagramHandler, ReadFrameHandler, ReadPictureHandler } from './infrastructure/media.reader.js';
import { OutsidePictures } from './infrastructure/outside-pictures.js';
import { PictureFolder } from './infrastructure/picture-folder.js';
import { MediaController } from './interface/media.controller.js';

/**
 * What pages of sites show besides their texts: pictures of other hosts, fetched by this server, frames of other hosts,
 * loaded by a click, and diagrams, drawn as pictures.
 *
 * It owns no tables, events or jobs; pictures are kept in a folder.
 */
@Module({
  controllers: [MediaController],
  providers: [
    {
      provide: Outbound,
      inject: [Settings],
      useFactory: ({ outboundAllow }: Settings) => new GuardedOutbound({ allow: outboundAllow }),
    },
    { provide: Embeds, inject: [Outbound], useFactory: (outbound: Outbound) => new OutboundEmbeds(outbound) },
    DiagramAddresses,
    Diagrams,
    DiagramProcess,
    MediaAddresses,
    OutsidePictures,
    PictureFolder,
    ReadDiagramHandler,
    ReadFrameHandler,
    ReadPictureHandler,
  ],
  exports: [Diagrams, Embeds, MediaAddresses],
})
export class MediaModule {}
