import { Injectable, Logger } from '@nestjs/common';
import { FollowsDeletion } from '#kernel/application/organization-deletion';
import { Blobs } from '../../domain/content/blobs.js';
import { OwnedStore } from './owned-store.js';

/**
 * The bytes of files and PDFs of an organization, which no other organization shares. Where the store may be another
 * database's too, they stay: as no row names them any more, they are found once it is known whose it is.
 */
@Injectable()
@FollowsDeletion()
export class DeleteBlobs {
  readonly #logger = new Logger('Retention');

  constructor(
    private readonly blobs: Blobs,
    private readonly store: OwnedStore,
  ) {}

  async purge(organizationId: string): Promise<void> {
    if (await this.store.mayDelete()) return this.blobs.deleteAll(organizationId);
    this.#logger.warn(`The files of the deleted organization ${organizationId} stay for now: see quire doctor`);
  }
}
