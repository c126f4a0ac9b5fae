import { SpaceVisibilityUpdated } from '../../../contract/events.js';
import type { SpaceView } from '../../../contract/space.view.js';

export type SpaceVisibility = SpaceView['visibility'];

/** The visibility of a space before and after a change. */
export interface VisibilityChange {
  id: string;
  previous: SpaceVisibility;
  visibility: SpaceVisibility;
}

/** The visibility of a space that is not published: it follows from its parent. */
export function unpublishedVisibility(parent: string | null): SpaceVisibility {
  return parent === null ? 'private' : 'in-collection';
}

/** The events of the spaces whose visibility has changed. */
export function visibilityUpdates(
  organizationId: string,
  changes: readonly VisibilityChange[],
): SpaceVisibilityUpdated[] {
  return changes
    .filter(({ previous, visibility }) => previous !== visibility)
    .map(({ id, previous, visibility }) => new SpaceVisibilityUpdated(organizationId, id, previous, visibility));
}
