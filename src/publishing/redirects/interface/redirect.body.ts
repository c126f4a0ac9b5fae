import { IsBoolean, IsIn, IsObject, IsString, MaxLength } from 'class-validator';
import { OneOf } from '#kernel/interface/open-api/one-of';
import { Optional, ReadBoolean } from '#kernel/interface/optional';
import { PageParams } from '#kernel/interface/page.params';
import {
  RedirectToAddress,
  RedirectToPage,
  RedirectToSection,
  RedirectToSiteSpace,
  SiteRedirectView,
  type RedirectDestinationView,
} from '../application/redirect.view.js';

/** A redirect to the page that is at a path now: it follows the page wherever that goes. */
export class RedirectToPath {
  /** @example path */
  kind!: 'path';
  /**
   * Id of a space of the site.
   * @example 0VbbU5n7Ed2QvZt8KlXa
   */
  spaceId!: string;
  /**
   * Path of the page in it.
   * @example guides/install
   */
  path!: string;
}

const FORMS = {
  'site-section': RedirectToSection,
  'site-space': RedirectToSiteSpace,
  'site-page': RedirectToPage,
  external: RedirectToAddress,
};
const WRITTEN_FORMS = { ...FORMS, path: RedirectToPath };

OneOf('kind', FORMS)(SiteRedirectView.prototype, 'destination');

const ORDERS = ['createdAt', 'updatedAt', 'source'] as const;

/** A redirect to be created. */
export class CreateSiteRedirectBody {
  /**
   * The path to lead away from: at most 512 characters, without a query. With `*` at its end it stands for every path that
   * begins so. Capitals count as small letters.
   * @example /old-guides/*
   */
  @IsString()
  @MaxLength(512)
  source!: string;

  /** Where to lead to. */
  @OneOf('kind', WRITTEN_FORMS)
  @IsObject()
  destination!: RedirectDestinationView | RedirectToPath;

  /** Whether what `*` stands for is added to the path of the address; not unless told. */
  @Optional()
  @IsBoolean()
  captureWildcard?: boolean;

  /**
   * Whether it is to wait; it is live at once unless told.
   * @example false
   */
  @Optional()
  @IsBoolean()
  draft?: boolean;

  /** Whether browsers may remember it; not unless told. */
  @Optional()
  @IsBoolean()
  permanent?: boolean;
}

/** What is to change of a redirect; members left out stay as they are. */
export class UpdateSiteRedirectBody {
  /** @example /old-guides/* */
  @Optional()
  @IsString()
  @MaxLength(512)
  source?: string;

  @OneOf('kind', WRITTEN_FORMS)
  @Optional()
  @IsObject()
  destination?: RedirectDestinationView | RedirectToPath;

  @Optional()
  @IsBoolean()
  captureWildcard?: boolean;

  /**
   * False makes a draft live.
   * @example false
   */
  @Optional()
  @IsBoolean()
  draft?: boolean;

  @Optional()
  @IsBoolean()
  permanent?: boolean;
}

/** Which redirects of a site are wanted. */
export class RedirectParams extends PageParams {
  /** Only those whose source contains this, whatever its case. */
  @Optional()
  @IsString()
  @MaxLength(512)
  search?: string;

  /** The drafts in the place of those that are live. */
  @Optional()
  @ReadBoolean()
  @IsBoolean()
  draft?: boolean;

  /** By when they were created (unless told) or changed, the last first, or by their sources. */
  @Optional()
  @IsIn(ORDERS)
  orderBy?: 'createdAt' | 'updatedAt' | 'source';
}

/** What a redirect is looked for with. */
export class RedirectSourceParams {
  /**
   * The path on the site that was asked for.
   * @example /old-guides/install
   */
  @IsString()
  @MaxLength(2048)
  source!: string;

  /** The key of the share link by which the visitor reads: it is a part of where a redirect leads on the site. */
  @Optional()
  @IsString()
  @MaxLength(100)
  shareKey?: string;
}
