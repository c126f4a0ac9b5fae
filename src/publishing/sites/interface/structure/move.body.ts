import { Type } from 'class-transformer';
import { IsIn, IsObject, IsString, MaxLength, ValidateNested } from 'class-validator';
import { Optional } from '#kernel/interface/optional';

/** Something of the structure of a site. */
export class StructurePointerBody {
  /** @example site-section */
  @IsIn(['site-space', 'site-section', 'site-section-group', 'site-external-link'])
  type!: 'site-space' | 'site-section' | 'site-section-group' | 'site-external-link';

  /** @example 0VbbUEy8Qi1ZqWd7StDg */
  @IsString()
  @MaxLength(100)
  id!: string;
}

/** Beside what something is to stand. Where both are told, `before` counts; at the end where none is. */
export class StructurePositionBody {
  @Optional()
  @IsObject()
  @ValidateNested()
  @Type(() => StructurePointerBody)
  before?: StructurePointerBody;

  @Optional()
  @IsObject()
  @ValidateNested()
  @Type(() => StructurePointerBody)
  after?: StructurePointerBody;
}

/** Where something of the structure is to stand. */
export class SortStructureBody {
  @IsObject()
  @ValidateNested()
  @Type(() => StructurePointerBody)
  item!: StructurePointerBody;

  @IsObject()
  @ValidateNested()
  @Type(() => StructurePositionBody)
  position!: StructurePositionBody;
}

export class SectionPointerBody {
  /** @example site-section */
  @IsIn(['site-section'])
  type!: 'site-section';

  /** @example 0VbbUEy8Qi1ZqWd7StDg */
  @IsString()
  @MaxLength(100)
  siteSection!: string;
}

/** Beside what a section is to stand. */
export class SectionPositionBody {
  @Optional()
  @IsObject()
  @ValidateNested()
  @Type(() => SectionPointerBody)
  before?: SectionPointerBody;

  @Optional()
  @IsObject()
  @ValidateNested()
  @Type(() => SectionPointerBody)
  after?: SectionPointerBody;
}

/** Where a section is to stand: at the end when nothing is said. */
export class MoveSectionBody {
  @Optional()
  @IsObject()
  @ValidateNested()
  @Type(() => SectionPositionBody)
  position?: SectionPositionBody;
}

export class SiteSpacePointerBody {
  /** @example site-space */
  @IsIn(['site-space'])
  type!: 'site-space';

  /** @example 0VbbUDx7Ph0YpVc6RsCf */
  @IsString()
  @MaxLength(100)
  siteSpace!: string;
}

/** Beside what a site space is to stand. */
export class SiteSpacePositionBody {
  @Optional()
  @IsObject()
  @ValidateNested()
  @Type(() => SiteSpacePointerBody)
  before?: SiteSpacePointerBody;

  @Optional()
  @IsObject()
  @ValidateNested()
  @Type(() => SiteSpacePointerBody)
  after?: SiteSpacePointerBody;
}

/** Where a site space is to stand: at the end when nothing is said. */
export class MoveSiteSpaceBody {
  @Optional()
  @IsObject()
  @ValidateNested()
  @Type(() => SiteSpacePositionBody)
  position?: SiteSpacePositionBody;
}
