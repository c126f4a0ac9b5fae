import { Global, Module } from '@nestjs/common';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Clock } from '#kernel/domain/clock';
import { Settings } from '#kernel/infrastructure/settings';
import { Blobs } from '../revisions/domain/content/blobs.js';
import { PageTexts } from '../revisions/domain/page/page-text.js';
import { Revisions } from '../revisions/domain/ports.js';
import { CreateCollectionHandler } from './application/collection/create-collection.js';
import { DeleteCollectionHandler } from './application/collection/delete-collection.js';
import { MoveCollectionHandler } from './application/collection/move-collection.js';
import { UpdateCollectionHandler } from './application/collection/update-collection.js';
import { ChangeGrantHandler } from './application/permission/change-grant.js';
import { EndGrantsHandler } from './application/permission/end-grants.js';
import { GrantByInviteHandler } from './application/permission/grant-by-invite.js';
import { GrantRoleHandler } from './application/permission/grant-role.js';
import { RemoveGrantHandler } from './application/permission/remove-grant.js';
import { CreateSpaceHandler } from './application/space/create-space.js';
import { DeleteSpaceHandler } from './application/space/delete-space.js';
import { DuplicateSpaceHandler } from './application/space/duplicate-space.js';
import { TransferStoredContentHandler } from './application/space/transfer-stored-content.js';
import { MoveSpaceHandler } from './application/space/move-space.js';
import { RecordPublishedSpacesHandler } from './application/space/record-published-spaces.js';
import { EnsureSpacesHandler } from './application/space/ensure-spaces.js';
import { PurgeSpacesHandler } from './application/space/purge-spaces.js';
import { RestoreSpaceHandler } from './application/space/restore-space.js';
import { TransferContent } from './application/space/transfer-content.js';
import { UpdateSpaceHandler } from './application/space/update-space.js';
import { TemplateCopier } from './application/template/template-copier.js';
import { Collections } from './domain/collection/collections.js';
import { Places } from './domain/collection/places.js';
import { Grants, GuardedRecords } from './domain/permission/grants.js';
import { ContentLimits } from './domain/space/content-limits.js';
import { Transfers } from './domain/space/transfers.js';
import { SpaceContent } from './domain/space/space-content.js';
import { Spaces } from './domain/space/spaces.js';
import { Templates } from './domain/template/templates.js';
import { ListSpacesOfCollectionHandler } from './infrastructure/collection/collection-spaces.reader.js';
import { GetCollectionHandler, ListCollectionsHandler } from './infrastructure/collection/collection.reader.js';
import { CollectionStore } from './infrastructure/collection/collection.store.js';
import { PlaceStore } from './infrastructure/collection/place.store.js';
import { Model } from './infrastructure/model.js';
import { GrantStore, GuardedRecordReader } from './infrastructure/permission/grant.store.js';
import { EffectiveRoles } from './infrastructure/permission/effective-roles.js';
import { GrantToInvited } from './infrastructure/permission/on-invite-accepted.js';
import { EndGrantsOfMember, EndGrantsOfTeam } from './infrastructure/permission/on-subject-gone.js';
import {
  ListReachHandler,
  ListTeamGrantsHandler,
  ListUserGrantsHandler,
} from './infrastructure/permission/permission.reader.js';
import { VisibleContentHandler } from './infrastructure/permission/visible-content.reader.js';
import { TransferStore } from './infrastructure/space/transfer.store.js';
import { InviteTargetsHandler } from './infrastructure/space/invite-targets.reader.js';
import { PurgeSpacesJob } from './infrastructure/space/purge-spaces.job.js';
import { AuthorizeSpaceHandler } from './infrastructure/space/authorize-space-query.reader.js';
import { SpaceContentStore } from './infrastructure/space/space-content.store.js';
import { ListedSpaces } from './infrastructure/space/listed-spaces.js';
import {
  ListSpacesOfMemberHandler,
  ListSpacesOfOrganizationHandler,
} from './infrastructure/space/space-lists.reader.js';
import { GetSpaceHandler, GetTaggedSpaceHandler } from './infrastructure/space/space.reader.js';
import { RowsOfSpaces } from './infrastructure/space/space-rows.js';
import { SpaceStore } from './infrastructure/space/space.store.js';
import {
  RolesOnSpacesHandler,
  SpacesByIdsHandler,
  StampOfSpacesHandler,
  StampedSpacesByIdsHandler,
} from './infrastructure/space/spaces-by-ids.reader.js';
import { TemplatesReader } from './infrastructure/template/templates.reader.js';
import { CollectionsController } from './interface/collection/collections.controller.js';
import { CollectionPermissionsController } from './interface/permission/collection-permissions.controller.js';
import { MemberSpacesController } from './interface/permission/member-spaces.controller.js';
import { SpacePermissionsController } from './interface/permission/space-permissions.controller.js';
import { SpacesController } from './interface/space/spaces.controller.js';

/**
 * Spaces and collections, the permissions on them, and templates.
 * Tables: `space`, `collection`, `permission`, `space_counts`. Events: `SpaceCreated`, `SpaceUpdated`, `SpaceDeleted`,
 * `SpaceRestored`, `SpaceTransferred`, `SpaceVisibilityUpdated`.
 */
@Global()
@Module({
  controllers: [
    SpacesController,
    CollectionsController,
    SpacePermissionsController,
    CollectionPermissionsController,
    MemberSpacesController,
  ],
  providers: [
    { provide: Spaces, useClass: SpaceStore },
    { provide: Collections, useClass: CollectionStore },
    { provide: SpaceContent, useClass: SpaceContentStore },
    { provide: Places, useClass: PlaceStore },
    { provide: Grants, useClass: GrantStore },
    { provide: GuardedRecords, useClass: GuardedRecordReader },
    { provide: ContentLimits, useExisting: Settings },
    { provide: Templates, useClass: TemplatesReader },
    { provide: Transfers, useClass: TransferStore },
    {
      provide: Model,
      inject: [Settings],
      useFactory: ({ model }: Settings) => new Model(model),
    },
    {
      provide: TemplateCopier,
      inject: [Spaces, Templates, Revisions, PageTexts, ContentLimits, Clock],
      useFactory: (...parts: ConstructorParameters<typeof TemplateCopier>) => new TemplateCopier(...parts),
    },
    {
      provide: TransferContent,
      inject: [Dispatcher, Spaces, Collections, Transfers, Blobs],
      useFactory: (...parts: ConstructorParameters<typeof TransferContent>) => new TransferContent(...parts),
    },
    ChangeGrantHandler,
    CreateCollectionHandler,
    CreateSpaceHandler,
    DeleteCollectionHandler,
    DeleteSpaceHandler,
    DuplicateSpaceHandler,
    EndGrantsHandler,
    EndGrantsOfMember,
    EndGrantsOfTeam,
    GetCollectionHandler,
    GetSpaceHandler,
    GetTaggedSpaceHandler,
    GrantByInviteHandler,
    GrantRoleHandler,
    GrantToInvited,
    TransferStoredContentHandler,
    InviteTargetsHandler,
    ListCollectionsHandler,
    ListReachHandler,
    ListSpacesOfCollectionHandler,
    ListSpacesOfMemberHandler,
    ListSpacesOfOrganizationHandler,
    ListedSpaces,
    ListTeamGrantsHandler,
    ListUserGrantsHandler,
    EffectiveRoles,
    MoveCollectionHandler,
    MoveSpaceHandler,
    RecordPublishedSpacesHandler,
    EnsureSpacesHandler,
    PurgeSpacesHandler,
    PurgeSpacesJob,
    AuthorizeSpaceHandler,
    RemoveGrantHandler,
    RestoreSpaceHandler,
    RolesOnSpacesHandler,
    RowsOfSpaces,
    VisibleContentHandler,
    SpacesByIdsHandler,
    StampOfSpacesHandler,
    StampedSpacesByIdsHandler,
    UpdateCollectionHandler,
    UpdateSpaceHandler,
  ],
  exports: [Collections, ContentLimits, Grants, EffectiveRoles, Model, Places, SpaceContent, Spaces, TemplateCopier],
})
export class SpacesModule {}
