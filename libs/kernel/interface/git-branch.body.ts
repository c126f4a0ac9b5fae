import { Type } from 'class-transformer';
import { IsString, Matches, MaxLength, MinLength, ValidateNested } from 'class-validator';
import { Optional } from './optional.js';

/** Who signs in at a host, over https. */
export class GitCredentialsBody {
  /**
   * Many hosts take any name beside a token.
   * @example x-access-token
   */
  @IsString()
  @MinLength(1)
  @MaxLength(255)
  username!: string;

  /**
   * A password, or better a token that is good for this repository alone.
   * @example sample-token
   */
  @IsString()
  @MinLength(1)
  @MaxLength(4096)
  password!: string;
}

/** A branch of a repository, and how it is reached. */
export class GitBranchBody {
  /**
   * `https://`, `ssh://` or `user@host:path`; `file://` where the server allows it.
   * @example https://git.example.com/acme/handbook.git
   */
  @IsString()
  @MinLength(1)
  @MaxLength(4096)
  url!: string;

  /**
   * The branch.
   * @example main
   */
  @IsString()
  @MinLength(1)
  @MaxLength(200)
  ref!: string;

  /** For an address over https. They are stored sealed and never shown; left out, those of the same address stay. */
  @Optional()
  @ValidateNested()
  @Type(() => GitCredentialsBody)
  credentials?: GitCredentialsBody;

  /** A private key without a passphrase, for an address over ssh. Stored sealed and never shown, as credentials are. */
  @Optional()
  @IsString()
  @MaxLength(16_384)
  @Matches(/^-----BEGIN [A-Z ]*PRIVATE KEY-----\r?\n/, { message: 'sshKey must be a private key as OpenSSH writes it' })
  sshKey?: string;
}
