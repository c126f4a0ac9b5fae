import { IsIn } from 'class-validator';
import { Optional } from '#kernel/interface/optional';

/** What is to change in how members of an organization must sign in; members left out stay as they are. */
export class UpdateOrganizationAuthenticationBody {
  /**
   * Whether members who sign in with a password need a second factor.
   * @example optional
   */
  @Optional()
  @IsIn(['optional', 'required'])
  secondFactor?: 'optional' | 'required';
}
