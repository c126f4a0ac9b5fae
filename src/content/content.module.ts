import { Module } from '@nestjs/common';
import { AssistantsModule } from './assistants/assistants.module.js';
import { ChangeRequestsModule } from './change-requests/change-requests.module.js';
import { CommentsModule } from './comments/comments.module.js';
import { ComputedModule } from './computed/computed.module.js';
import { ExchangeModule } from './exchange/exchange.module.js';
import { LinksModule } from './links/links.module.js';
import { PresentationModule } from './presentation/presentation.module.js';
import { PrintingModule } from './printing/printing.module.js';
import { RevisionsModule } from './revisions/revisions.module.js';
import { SearchModule } from './search/search.module.js';
import { SpacesModule } from './spaces/spaces.module.js';
import { TranslationsModule } from './translations/translations.module.js';

/** Documentation itself: spaces, their content in immutable revisions, and how it is changed, found and passed on. */
@Module({
  imports: [
    SpacesModule,
    RevisionsModule,
    ExchangeModule,
    SearchModule,
    ChangeRequestsModule,
    CommentsModule,
    LinksModule,
    AssistantsModule,
    PresentationModule,
    PrintingModule,
    TranslationsModule,
    ComputedModule,
  ],
})
export class ContentModule {}
