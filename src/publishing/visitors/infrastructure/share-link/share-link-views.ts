import { Injectable } from '@nestjs/common';
import { SecretBox } from '#kernel/infrastructure/secret-box';
import { Settings } from '#kernel/infrastructure/settings';
import type { Role } from '#permissions';
import { rootUrl } from '../../../sites/domain/site/addresses.js';
import type { SiteState } from '../../../sites/domain/site/site.js';
import type { ShareLinkView } from '../../application/share-link/share-link.view.js';
import type { ShareLinkState } from '../../domain/share-link/share-link.js';
import { readsKeys } from '../../domain/share-link/share-link.policy.js';
import { sealedKeyPlace } from './sealed-key.js';

export interface ShareLinkRow
  extends
    Pick<ShareLinkState, 'siteId' | 'id' | 'name' | 'active' | 'createdAt'>,
    Pick<SiteState, 'organizationId' | 'basename' | 'hostname' | 'proxy' | 'published'> {
  keySealed: string;
}

/** The select list for the view of a share link `l` and its site `s`, from which its address follows. */
export const SHARE_LINK_COLUMNS = `s.organization_id as "organizationId", s.id as "siteId", s.basename, s.hostname, s.proxy,
  s.published, l.id, l.name, l.active, l.created_at as "createdAt", l.key_sealed as "keySealed"`;

@Injectable()
export class ShareLinkViews {
  constructor(
    private readonly secretBox: SecretBox,
    private readonly settings: Settings,
  ) {}

  /** The view of a share link for a member with this role. */
  of(row: ShareLinkRow, role: Role): ShareLinkView {
    const { organizationId, siteId, id, name, active, createdAt } = row;
    const location = `${this.settings.publicUrl}/v1/orgs/${organizationId}/sites/${siteId}/share-links/${id}`;
    const view: ShareLinkView = {
      object: 'share-link',
      id,
      createdAt: createdAt.toISOString(),
      name,
      active,
      urls: { location },
    };
    if (row.published && readsKeys(role)) {
      const key = this.secretBox.open(row.keySealed, sealedKeyPlace(id));
      view.urls.published = rootUrl({ ...row, id: siteId }, this.settings, key);
    }
    return view;
  }
}
