import { IsString, MaxLength, MinLength } from 'class-validator';

/** A domain that an organization claims. */
export class AddOrganizationDomainBody {
  /**
   * The part of e-mail addresses after the `@`, in full: `example.com` is not `mail.example.com`.
   * @example example.com
   */
  @IsString()
  @MinLength(3)
  @MaxLength(253)
  domain!: string;
}
