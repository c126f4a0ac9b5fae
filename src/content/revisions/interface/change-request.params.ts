import { IsString } from 'class-validator';

/** Which change request of which space. */
export class ChangeRequestPathParams {
  @IsString()
  spaceId!: string;

  @IsString()
  changeRequestId!: string;
}
