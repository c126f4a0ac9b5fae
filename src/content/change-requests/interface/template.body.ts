import { IsString, MaxLength } from 'class-validator';
import { Optional } from '#kernel/interface/optional';
import { TemplateBody } from '../../spaces/interface/template/template.body.js';

/** A template whose content is to be added to a space. */
export class ApplyTemplateBody extends TemplateBody {
  /**
   * Id of a space of the organization that is marked as a template.
   * @example 0VbbU5n7Ed2QvZt8KlXa
   */
  @IsString()
  @MaxLength(100)
  override id!: string;

  /** Id of the change request of the space to add it to; the live content when left out. */
  @Optional()
  @IsString()
  @MaxLength(100)
  changeRequestId?: string;
}
