import { IsString } from 'class-validator';

/** Which revision of which space. */
export class RevisionPathParams {
  @IsString()
  spaceId!: string;

  @IsString()
  revisionId!: string;
}
