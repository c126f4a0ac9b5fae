import { Module } from '@nestjs/common';
import { DomainsModule } from '../domains/domains.module.js';
import { ChangeProvisionedGroupHandler } from './application/groups/change-provisioned-group.js';
import { ProvisionGroupHandler } from './application/groups/provision-group.js';
import { RemoveProvisionedGroupHandler } from './application/groups/remove-provisioned-group.js';
import { CreateScimTokenHandler } from './application/token/create-scim-token.js';
import { DeleteScimTokenHandler } from './application/token/delete-scim-token.js';
import { RecordProvisioningTokenUseHandler } from './application/token/record-provisioning-token-use.js';
import { ChangeProvisionedUserHandler } from './application/users/change-provisioned-user.js';
import { ProvisionUserHandler } from './application/users/provision-user.js';
import { RemoveProvisionedUserHandler } from './application/users/remove-provisioned-user.js';
import { ProvisionedGroups, ProvisionedUsers } from './domain/provisioned.js';
import { ScimTokens } from './domain/token/scim-tokens.js';
import { ProvisionedGroupStore, ProvisionedUserStore } from './infrastructure/provisioned.store.js';
import { GetScimGroupHandler, ListScimGroupsHandler } from './infrastructure/scim/scim-groups.reader.js';
import { SearchScimHandler } from './infrastructure/scim/scim-search.reader.js';
import { GetScimUserHandler, ListScimUsersHandler } from './infrastructure/scim/scim-users.reader.js';
import { CallerByScimTokenHandler } from './infrastructure/token/caller-by-scim-token.reader.js';
import { GetScimTokenHandler, ListScimTokensHandler } from './infrastructure/token/scim-token.reader.js';
import { ScimTokenStore } from './infrastructure/token/scim-token.store.js';
import { ScimDiscoveryController } from './interface/scim/scim-discovery.controller.js';
import { ScimGroupsController } from './interface/scim/scim-groups.controller.js';
import { ScimUsersController } from './interface/scim/scim-users.controller.js';
import { ScimTokensController } from './interface/tokens/scim-tokens.controller.js';

/**
 * Provisioning: identity providers create, change, suspend and remove members and teams by SCIM 2.0, each with a token of
 * one organization.
 *
 * Tables: `scim_token`, `scim_user`, `scim_group`. Events: `organization.member-removed`, `organization.team-deleted`.
 * Jobs: none.
 */
@Module({
  imports: [DomainsModule],
  controllers: [ScimTokensController, ScimDiscoveryController, ScimUsersController, ScimGroupsController],
  providers: [
    { provide: ScimTokens, useClass: ScimTokenStore },
    { provide: ProvisionedUsers, useClass: ProvisionedUserStore },
    { provide: ProvisionedGroups, useClass: ProvisionedGroupStore },
    CreateScimTokenHandler,
    DeleteScimTokenHandler,
    RecordProvisioningTokenUseHandler,
    ProvisionUserHandler,
    ChangeProvisionedUserHandler,
    RemoveProvisionedUserHandler,
    ProvisionGroupHandler,
    ChangeProvisionedGroupHandler,
    RemoveProvisionedGroupHandler,
    CallerByScimTokenHandler,
    ListScimTokensHandler,
    GetScimTokenHandler,
    ListScimUsersHandler,
    GetScimUserHandler,
    ListScimGroupsHandler,
    GetScimGroupHandler,
    SearchScimHandler,
  ],
})
export class ProvisioningModule {}
