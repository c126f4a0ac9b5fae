import { Injectable } from '@nestjs/common';
import { FollowsDeletion } from '#kernel/application/organization-deletion';
import { Blobs } from '../../domain/content/blobs.js';

/** The bytes of files and PDFs of an organization, which no other organization shares. */
@Injectable()
@FollowsDeletion()
export class DeleteBlobs {
  constructor(private readonly blobs: Blobs) {}

  purge(organizationId: string): Promise<void> {
    return this.blobs.deleteAll(organizationId);
  }
}
