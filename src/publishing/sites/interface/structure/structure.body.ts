import { ArrayMaxSize, IsArray, IsBoolean, IsString, MaxLength, MinLength } from 'class-validator';
import { Nullable, Optional, ReadBoolean } from '#kernel/interface/optional';
import { PageParams } from '#kernel/interface/page.params';
import { Refuses } from '#kernel/interface/bodies/refuses';

const DRAFT = { because: 'there are no drafts in the structure of a site: use a condition', unless: [false] };
const FIRST_PAGE = { because: 'a site space begins with the first page of its space', unless: [null] };
const TEMPLATE = 'create the space first, from the template';
const TRANSLATED_TITLE = { because: 'titles have no translations', unless: [{}] };

/** What is read for visitors who have the key of a share link. */
export class ShareKeyParams {
  /** The key of a share link of the site: published addresses carry it. */
  @Optional()
  @IsString()
  @MaxLength(512)
  shareKey?: string;
}

export class StructurePageParams extends PageParams {
  /** The key of a share link of the site: published addresses carry it. */
  @Optional()
  @IsString()
  @MaxLength(512)
  shareKey?: string;
}

export class SiteSpacesParams extends StructurePageParams {
  /** Only the default one of the site, or (false) only the others. */
  @Optional()
  @ReadBoolean()
  @IsBoolean()
  default?: boolean;
}

/** A space to be put on a site. */
@Refuses({
  template: TEMPLATE,
  draft: DRAFT,
  pageId: FIRST_PAGE,
  title: 'the space has the title',
})
export class AddSiteSpaceBody {
  /** @example 0VbbU5n7Ed2QvZt8KlXa */
  @IsString()
  @MaxLength(100)
  spaceId!: string;

  /** The section to put it into: the default one when left out, or right on a site that has none. */
  @Optional()
  @IsString()
  @MaxLength(100)
  sectionId?: string;
}

/** What is to change of a site space; members left out stay as they are. */
@Refuses({
  draft: DRAFT,
  pageId: FIRST_PAGE,
})
export class UpdateSiteSpaceBody {
  /** @example v2 */
  @Optional()
  @IsString()
  @MinLength(1)
  @MaxLength(100)
  path?: string;

  /**
   * Decides whether visitors see it; null for everybody.
   * @example visitor.claims.beta == true
   */
  @Optional()
  @Nullable()
  @IsString()
  @MaxLength(1024)
  condition?: string | null;

  /** Another space in the place of the one it shows. */
  @Optional()
  @IsString()
  @MaxLength(100)
  spaceId?: string;

  /** Whether it is left out of menus. */
  @Optional()
  @IsBoolean()
  hidden?: boolean;
}

/** A section to be added to a site. */
@Refuses({
  template: TEMPLATE,
  draft: DRAFT,
  pageId: FIRST_PAGE,
})
export class AddSectionBody {
  /**
   * Its first space.
   * @example 0VbbU5n7Ed2QvZt8KlXa
   */
  @IsString()
  @MaxLength(100)
  spaceId!: string;

  /**
   * That of the space when left out.
   * @example API
   */
  @Optional()
  @Nullable()
  @IsString()
  @MinLength(2)
  @MaxLength(128)
  title?: string | null;

  /** @example book */
  @Optional()
  @Nullable()
  @IsString()
  @MaxLength(50)
  icon?: string | null;

  /** Id of the section group to put it into. */
  @Optional()
  @IsString()
  @MaxLength(100)
  siteSectionGroupId?: string;
}

/** What is to change of a section; members left out stay as they are. */
@Refuses({
  draft: DRAFT,
  localizedTitle: TRANSLATED_TITLE,
  localizedDescription: { because: 'descriptions have no translations', unless: [{}] },
})
export class UpdateSectionBody {
  /** @example API */
  @Optional()
  @IsString()
  @MinLength(2)
  @MaxLength(128)
  title?: string;

  /** @example api */
  @Optional()
  @IsString()
  @MinLength(1)
  @MaxLength(100)
  path?: string;

  /** Id of the site space of it to read by default. */
  @Optional()
  @IsString()
  @MaxLength(100)
  defaultSiteSpace?: string;

  /**
   * Decides whether visitors see it; null for everybody.
   * @example visitor.claims.beta == true
   */
  @Optional()
  @Nullable()
  @IsString()
  @MaxLength(1024)
  condition?: string | null;

  /** @example book */
  @Optional()
  @Nullable()
  @IsString()
  @MaxLength(50)
  icon?: string | null;

  /** @example "How programs use it" */
  @Optional()
  @Nullable()
  @IsString()
  @MaxLength(256)
  description?: string | null;

  /** Id of the section group to put it into; null for none. */
  @Optional()
  @Nullable()
  @IsString()
  @MaxLength(100)
  siteSectionGroupId?: string | null;
}

/** A section group to be added to a site. */
@Refuses({
  draft: DRAFT,
})
export class AddSectionGroupBody {
  /** @example Products */
  @IsString()
  @MinLength(1)
  @MaxLength(100)
  title!: string;

  /** @example box */
  @Optional()
  @Nullable()
  @IsString()
  @MaxLength(50)
  icon?: string | null;

  /** Ids of the sections to put into it. */
  @Optional()
  @IsArray()
  @ArrayMaxSize(300)
  @IsString({ each: true })
  @MaxLength(100, { each: true })
  sections?: string[];

  /** The section group it is to stand in. */
  @Optional()
  @IsString()
  @MaxLength(100)
  parent?: string;
}

/** What is to change of a section group; members left out stay as they are. */
@Refuses({
  draft: DRAFT,
  localizedTitle: TRANSLATED_TITLE,
})
export class UpdateSectionGroupBody {
  /** @example Products */
  @Optional()
  @IsString()
  @MinLength(1)
  @MaxLength(100)
  title?: string;

  /** @example box */
  @Optional()
  @Nullable()
  @IsString()
  @MaxLength(50)
  icon?: string | null;

  /** The section group it is to stand in; null for none. */
  @Optional()
  @Nullable()
  @IsString()
  @MaxLength(100)
  parentSectionGroupId?: string | null;
}
