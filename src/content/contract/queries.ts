import type { Caller } from '#kernel/application/caller';
import { Query } from '#kernel/domain/messages';
import type { SpaceView } from './space.view.js';

/** One space the caller may see; NotFound for any other. A deleted space is seen by those who may restore it. */
export class GetSpace extends Query<SpaceView> {
  constructor(
    readonly caller: Caller,
    readonly spaceId: string,
  ) {
    super();
  }
}
