import { Injectable } from '@nestjs/common';
import { Dispatcher } from '#kernel/application/dispatcher';
import { ReactsTo } from '#kernel/application/reactions';
import { GitSyncCompleted, GitSyncStarted, SpaceContentUpdated, SpaceVisibilityUpdated } from '#content';
import { INSTALLATIONS } from '../../installations/infrastructure/reading.js';
import { AnnounceEvent } from '../application/event.commands.js';

/** What happens to a space is announced in its order. */
const ofSpace = ({ space }: { space: string }): string => `integrations.events ${space}`;

/** Nearly all organizations have no integration, and content changes most often. */
const ANYONE_LISTENS = `exists (
  select from ${INSTALLATIONS} n
  where n.organization_id = $10 and n.status = 'active')`;

/** Announces something about a space to installations with one of the scopes. */
function announce(
  dispatcher: Dispatcher,
  { organization: organizationId, space }: { organization: string; space: string },
  scopes: readonly string[],
  [type, payload]: readonly [string, object],
  updatedBy?: readonly string[],
): Promise<void> {
  const audience = { organizationId, target: { kind: 'space', id: space } as const, scopes };
  return dispatcher.run(new AnnounceEvent(audience, { type, payload: { spaceId: space, ...payload } }, updatedBy));
}

@Injectable()
@ReactsTo(SpaceContentUpdated, 'integrations.announce-content', { queue: ofSpace, onlyWhere: ANYONE_LISTENS })
export class AnnounceSpaceContent {
  constructor(private readonly dispatcher: Dispatcher) {}

  handle(event: SpaceContentUpdated): Promise<void> {
    const what = ['space_content_updated', { revisionId: event.revision }] as const;
    return announce(this.dispatcher, event, ['space:content:read'], what, [event.updatedBy]);
  }
}

@Injectable()
@ReactsTo(SpaceVisibilityUpdated, 'integrations.announce-visibility', { queue: ofSpace })
export class AnnounceSpaceVisibility {
  constructor(private readonly dispatcher: Dispatcher) {}

  handle(event: SpaceVisibilityUpdated): Promise<void> {
    const { previousVisibility, visibility } = event;
    const scopes = ['space:metadata:read', 'space:content:read'];
    return announce(this.dispatcher, event, scopes, ['space_visibility_updated', { previousVisibility, visibility }]);
  }
}

@Injectable()
@ReactsTo(GitSyncStarted, 'integrations.announce-git-sync-start', { queue: ofSpace })
export class AnnounceGitSyncStart {
  constructor(private readonly dispatcher: Dispatcher) {}

  handle(event: GitSyncStarted): Promise<void> {
    const payload = { revisionId: event.revision, commitId: event.commit };
    return announce(this.dispatcher, event, ['space:git:sync'], ['space_gitsync_started', payload]);
  }
}

@Injectable()
@ReactsTo(GitSyncCompleted, 'integrations.announce-git-sync-end', { queue: ofSpace })
export class AnnounceGitSyncEnd {
  constructor(private readonly dispatcher: Dispatcher) {}

  handle(event: GitSyncCompleted): Promise<void> {
    const payload = { state: event.state, revisionId: event.revision, commitId: event.commit };
    return announce(this.dispatcher, event, ['space:git:sync'], ['space_gitsync_completed', payload]);
  }
}
