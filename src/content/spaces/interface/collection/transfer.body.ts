import { IsString, MaxLength } from 'class-validator';

/** To whom something is transferred. */
export class TransferBody {
  /**
   * Id of the other organization.
   * @example 0VbbU3z1Hn6PwDs8RtKe
   */
  @IsString()
  @MaxLength(100)
  organization!: string;
}
