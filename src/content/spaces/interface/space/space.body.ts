import { getSchemaPath } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsBoolean, IsIn, IsObject, IsString, MaxLength, MinLength, ValidateNested } from 'class-validator';
import { Described, ListOfOneOf, OneOf } from '#kernel/interface/open-api/one-of';
import { IsWebAddress } from '#kernel/interface/bodies/web-address';
import { Nullable, Optional } from '#kernel/interface/optional';
import { MergeRulesList, RULE_FORMS, SPACE_FORMS, type SpaceMergeRules } from '#merge-rules';
import { LANGUAGES } from '../../../contract/languages.js';
import { PagesSourceView } from '../../../revisions/application/computed-source.view.js';
import { SpaceView } from '../../../contract/space.view.js';
import { TemplateBody } from '../template/template.body.js';

ListOfOneOf('rule', RULE_FORMS)(MergeRulesList.prototype, 'rules');
OneOf('type', SPACE_FORMS)(SpaceView.prototype, 'mergeRules');

const MODES = ['live', 'locked'] as const;
const LEVELS = ['admin', 'create', 'review', 'edit', 'comment', 'read', 'inherit'] as const;

/** How a space is read. */
export class SpaceParams {
  /** The key of a share link of a site that shows the space: its published address carries it. */
  @Optional()
  @IsString()
  @MaxLength(512)
  shareKey?: string;
}

/** A space to be created. */
export class CreateSpaceBody {
  /**
   * "Untitled" when left out.
   * @example Handbook
   */
  @Optional()
  @IsString()
  @MinLength(1)
  @MaxLength(50)
  title?: string;

  /** @example 📘 */
  @Optional()
  @IsString()
  @MaxLength(50)
  emoji?: string;

  /** The collection it is to stand in. */
  @Optional()
  @IsString()
  @MaxLength(100)
  parent?: string;

  /**
   * Language of its content; `en` when left out.
   * @example en
   */
  @Optional()
  @IsIn(LANGUAGES)
  language?: string;

  /** `live` when left out. */
  @Optional()
  @IsIn(MODES)
  editMode?: 'live' | 'locked';

  /** Without the empty page a space begins with. */
  @Optional()
  @IsBoolean()
  empty?: boolean;

  /** A template to begin with, in the place of the empty page. */
  @Optional()
  @IsObject()
  @ValidateNested()
  @Type(() => TemplateBody)
  template?: TemplateBody;

  /**
   * What its pages are computed from, in the place of the empty page: an OpenAPI specification of the organization.
   * @example {"type": "builtin:openapi", "props": {"models": true}, "dependencies": {"spec": {"ref": {"kind": "openapi", "spec": "petstore"}}}}
   */
  @Described({ $ref: getSchemaPath(PagesSourceView) }, PagesSourceView)
  @Optional()
  @IsObject()
  computedSource?: object;
}

/** What is to change of a space; members left out stay as they are. */
export class UpdateSpaceBody {
  /** @example "Employee handbook" */
  @Optional()
  @IsString()
  @MinLength(1)
  @MaxLength(50)
  title?: string;

  /** `locked` refuses every edit. */
  @Optional()
  @IsIn(MODES)
  editMode?: 'live' | 'locked';

  /**
   * Whether others may begin with what it holds: its administrators say so.
   * @example true
   */
  @Optional()
  @IsBoolean()
  template?: boolean;

  /**
   * What members of the organization may do here; `inherit` for their own role, null for nothing.
   * @example edit
   */
  @Optional()
  @Nullable()
  @IsIn(LEVELS)
  defaultLevel?: 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read' | 'inherit' | null;

  @Optional()
  @IsIn(LANGUAGES)
  language?: string;

  /**
   * When a change request may be merged.
   * @example {"type": "rules", "rules": [{"rule": "require_at_least_one_review"}]}
   */
  @OneOf('type', SPACE_FORMS)
  @Optional()
  @IsObject()
  mergeRules?: SpaceMergeRules;

  /**
   * Takes the place of an icon; null takes the emoji away.
   * @example 📗
   */
  @Optional()
  @Nullable()
  @IsString()
  @MaxLength(50)
  emoji?: string | null;

  /** Address of a picture, in the place of an emoji; null takes it away. */
  @Optional()
  @Nullable()
  @IsWebAddress()
  @MaxLength(2048)
  icon?: string | null;
}
