import { IsIn, MaxLength } from 'class-validator';
import { IsWebAddress } from '#kernel/interface/bodies/web-address';
import { Optional } from '#kernel/interface/optional';
import { PageParams } from '#kernel/interface/page.params';

/** Which links are listed. */
export class LinksParams extends PageParams {
  /** All are listed when left out. */
  @Optional()
  @IsIn(['ok', 'broken', 'in-app'])
  status?: 'ok' | 'broken' | 'in-app';
}

/** Which links of a change request are listed. */
export class ChangeRequestLinksParams extends LinksParams {
  /** Only broken links: those that the change request breaks, or those that are broken in the space already. */
  @Optional()
  @IsIn(['change-request', 'space'])
  brokenContext?: 'change-request' | 'space';
}

/** An address of the application. */
export class ContentUrlParams {
  /** @example https://docs.example.com/s/0VbbU5n7Ed2QvZt8KlXa/guides/first-steps */
  @IsWebAddress()
  @MaxLength(2048)
  url!: string;
}
