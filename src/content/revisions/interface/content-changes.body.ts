import { getSchemaPath } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsObject,
  IsString,
  MaxLength,
  Min,
  MinLength,
  ValidateNested,
} from 'class-validator';
import { Described, named } from '#kernel/interface/open-api/one-of';
import { IsWebAddress } from '#kernel/interface/bodies/web-address';
import { Nullable, Optional } from '#kernel/interface/optional';
import { PagesSourceView } from '../application/computed-source.view.js';

/** The last one is an extension of Quire. */
const OPERATIONS = [
  'insert_page',
  'update_page',
  'delete_page',
  'revert_page',
  'insert_files',
  'update_variables',
] as const;

/** A body: Markdown or a block tree; empty when it has neither. */
export class DocumentBody {
  /** Frontmatter and a leading `#` heading set fields of the page. */
  @Optional()
  @IsString()
  markdown?: string;

  /** A block tree. */
  @Described(named('DocumentInput'))
  @Optional()
  @IsObject()
  document?: object;
}

/** A file to be added: its bytes from an address or inline. */
export class InsertedFileBody {
  @IsString()
  @MinLength(1)
  @MaxLength(256)
  name!: string;

  /** A name by which links of the same batch refer to it. */
  @Optional()
  @IsString()
  @MaxLength(256)
  ref?: string;

  @Optional()
  @IsString()
  @MaxLength(256)
  contentType?: string;

  /** A public http or https address. */
  @Optional()
  @IsWebAddress()
  @MaxLength(2048)
  url?: string;

  /** At most 1 MB. */
  @Optional()
  @IsString()
  @MaxLength(1_400_000)
  base64?: string;
}

/** One change of a batch; which members it needs depends on the operation. */
export class ContentChangeBody {
  @IsIn(OPERATIONS)
  operation!: (typeof OPERATIONS)[number];

  /** insert_page: the kind of page; `document` when left out. */
  @Optional()
  @IsIn(['document', 'group', 'link', 'computed'])
  type?: 'document' | 'group' | 'link' | 'computed';

  /** update_page, delete_page, revert_page: which page. */
  @Optional()
  @IsString()
  @MaxLength(100)
  page?: string;

  /** The body; on update_page it replaces the one there. */
  @Optional()
  @IsObject()
  @ValidateNested()
  @Type(() => DocumentBody)
  document?: DocumentBody;

  /** The page to stand under; null for the root. Left out: the root when inserting, no move when updating. */
  @Optional()
  @Nullable()
  @IsString()
  @MaxLength(100)
  into?: string | null;

  /** Place among the pages beside it, from 0; last when left out. */
  @Optional()
  @IsInt()
  @Min(0)
  at?: number;

  /** insert_page: a name by which links of the same batch refer to it. */
  @Optional()
  @IsString()
  @MaxLength(256)
  ref?: string;

  @Optional()
  @IsString()
  @MinLength(1)
  @MaxLength(500)
  title?: string;

  /** Unique among the pages beside it; made from the title when left out. */
  @Optional()
  @IsString()
  @MaxLength(100)
  slug?: string;

  @Optional()
  @Nullable()
  @IsString()
  @MaxLength(100)
  linkTitle?: string | null;

  /** The empty text takes it away. */
  @Optional()
  @Nullable()
  @IsString()
  @MaxLength(50)
  emoji?: string | null;

  /** The empty text takes it away. */
  @Optional()
  @Nullable()
  @IsString()
  @MaxLength(50)
  icon?: string | null;

  /**
   * An expression that tells who sees the page; the empty text takes it away.
   * @example visitor.claims.plan === "paid"
   */
  @Optional()
  @Nullable()
  @IsString()
  @MaxLength(1024)
  condition?: string | null;

  @Optional()
  @Nullable()
  @IsString()
  @MaxLength(2000)
  description?: string | null;

  @Optional()
  @IsBoolean()
  hidden?: boolean;

  @Optional()
  @IsBoolean()
  noIndex?: boolean;

  @Optional()
  @IsBoolean()
  noRobotsIndex?: boolean;

  /** insert_page, update_page: where a link page leads, as a content reference. */
  @Described(named('ContentRefInput'))
  @Optional()
  @IsObject()
  target?: object;

  /**
   * insert_page of the type computed, update_page of such a page: what the pages at its place are made of. Of an OpenAPI
   * specification: `props` say whether there is a page of its models (`models`), a link to the specification
   * (`downloadLink`), and a page for each tag or each operation (`grouping`: `by-tag`, `by-operation`).
   * @example {"type": "builtin:openapi", "props": {"models": true}, "dependencies": {"spec": {"ref": {"kind": "openapi", "spec": "petstore"}}}}
   */
  @Described({ $ref: getSchemaPath(PagesSourceView) }, PagesSourceView)
  @Optional()
  @IsObject()
  computed?: object;

  /**
   * Names with texts, numbers or booleans, which expressions read. update_variables: of the space, as `space.vars`; null
   * takes one away, those left out stay. insert_page, update_page: of the page, as `page.vars`; those left out go.
   * @example { "product": "Quire" }
   */
  @Described({ type: ['object', 'null'], additionalProperties: { type: ['string', 'number', 'boolean', 'null'] } })
  @Optional()
  @Nullable()
  @IsObject()
  variables?: object | null;

  /** revert_page: the revision to go back to. */
  @Optional()
  @IsString()
  @MaxLength(100)
  revision?: string;

  /** revert_page: keys of the blocks to go back; the whole page when left out. */
  @Optional()
  @IsArray()
  @ArrayMaxSize(1000)
  @IsString({ each: true })
  @MaxLength(100, { each: true })
  block?: string[];

  /** insert_files: 1 to 20 files. */
  @Optional()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(20)
  @IsObject({ each: true })
  @ValidateNested({ each: true })
  @Type(() => InsertedFileBody)
  files?: InsertedFileBody[];
}

/** Changes that are made in their order, all or none, in one new revision. */
export class ChangeContentBody {
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(50)
  @IsObject({ each: true })
  @ValidateNested({ each: true })
  @Type(() => ContentChangeBody)
  changes!: ContentChangeBody[];
}
