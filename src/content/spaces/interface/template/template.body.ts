import { Type } from 'class-transformer';
import { IsObject, IsString, MaxLength, ValidateNested } from 'class-validator';
import { Described, named } from '#kernel/interface/open-api/one-of';
import { Optional } from '#kernel/interface/optional';
import type { TemplateReference } from '../../application/template/template-copier.js';

/** What a template is filled in with. */
export class TemplateParamsBody {
  /**
   * Files of the space, by the names of the files of the template in whose place they are to be: content references of
   * the kind `file`.
   * @example {"logo.png": {"kind": "file", "file": "0VbbU8rAHg5TyCw1NoAd"}}
   */
  @Described({ type: 'object', additionalProperties: named('FileRefInput') })
  @Optional()
  @IsObject()
  contentRefs?: Record<string, object>;
}

/** A template to begin with. */
export class TemplateBody {
  /** Id of a space of the organization that is marked as a template. */
  @IsString()
  @MaxLength(100)
  id!: string;

  @Optional()
  @IsObject()
  @ValidateNested()
  @Type(() => TemplateParamsBody)
  params?: TemplateParamsBody;
}

export function toTemplateReference({ id, params }: TemplateBody): TemplateReference {
  return { id, contentRefs: params?.contentRefs };
}
