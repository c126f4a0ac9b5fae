import { Module } from '@nestjs/common';
import { OutboundEmbeds } from '#embeds';
import { Settings } from '#kernel/infrastructure/settings';
import { GuardedOutbound, Outbound } from '#outbound';
import { Embeds } from './domain/embeds.js';
import { MediaAddresses } from './infrastructure/media-addresses.js';
import { ReadFrameHandler, ReadPictureHandler } from './infrastructure/media.reader.js';
import { OutsidePictures } from './infrastructure/outside-pictures.js';
import { PictureFolder } from './infrastructure/picture-folder.js';
import { MediaController } from './interface/media.controller.js';

/**
 * What pages of sites show of other hosts: pictures, fetched by this server, and frames, loaded by a click.
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
    MediaAddresses,
    OutsidePictures,
    PictureFolder,
    ReadFrameHandler,
    ReadPictureHandler,
  ],
  exports: [MediaAddresses, Embeds],
})
export class MediaModule {}
