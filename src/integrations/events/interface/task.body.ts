import { IsInt, IsObject, Max, Min } from 'class-validator';
import { Optional } from '#kernel/interface/optional';

/** A task of a script. */
export class IntegrationTaskBody {
  /**
   * What the script is given when it is due.
   * @example {"type": "refresh"}
   */
  @IsObject()
  task!: Record<string, unknown>;

  /**
   * After how many seconds it is due, at most a day; 0 by default.
   * @example 3600
   */
  @Optional()
  @IsInt()
  @Min(0)
  @Max(86_400)
  schedule?: number;
}
