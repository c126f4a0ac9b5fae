import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsBoolean, IsIn, IsString, MaxLength, MinLength } from 'class-validator';
import { Nullable, Optional } from '#kernel/interface/optional';

const ROLES = ['admin', 'create', 'review', 'edit', 'comment', 'read'] as const;

/** Somebody to be invited with a role of their own. */
export class InvitedPersonBody {
  /** @example grace@example.com */
  @IsString()
  @MaxLength(320)
  email!: string;

  /**
   * Null invites a guest.
   * @example edit
   */
  @Nullable()
  @IsIn(ROLES)
  role!: 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read' | null;
}

/** Who is to be invited. */
@ApiExtraModels(InvitedPersonBody)
export class InviteUsersBody {
  /** Each as an e-mail address, or as an address with a role of its own. */
  @ApiProperty({
    type: 'array',
    items: { oneOf: [{ type: 'string', maxLength: 320 }, { $ref: getSchemaPath(InvitedPersonBody) }] },
    example: ['ada@example.com'],
  })
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(100)
  emails!: (string | InvitedPersonBody)[];

  /**
   * Role of those without one of their own; null invites guests. The organization's default role when left out.
   * @example read
   */
  @Optional()
  @Nullable()
  @IsIn(ROLES)
  role?: 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read' | null;

  /** Whether they are to sign in by SSO, which only addresses of the organization's own e-mail domains can. */
  @Optional()
  @IsBoolean()
  sso?: boolean;
}

/** An invite link to be made: `role` alone for the organization, `level` with a space or a collection. */
export class CreateInviteLinkBody {
  /**
   * The role in the organization; null for guests.
   * @example edit
   */
  @Optional()
  @Nullable()
  @IsIn(ROLES)
  role?: 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read' | null;

  /** The level in the space or collection; null for none. */
  @Optional()
  @Nullable()
  @IsIn(ROLES)
  level?: 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read' | null;

  /** Id of a space. */
  @Optional()
  @IsString()
  @MinLength(1)
  @MaxLength(100)
  space?: string;

  /** Id of a collection. */
  @Optional()
  @IsString()
  @MinLength(1)
  @MaxLength(100)
  collection?: string;
}

/** What a link is to give from now on: `role` for one to the organization, `level` for any other. */
export class UpdateInviteLinkBody {
  /**
   * The role in the organization; null for guests.
   * @example read
   */
  @Optional()
  @Nullable()
  @IsIn(ROLES)
  role?: 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read' | null;

  /** The level in the space or collection; null for none. */
  @Optional()
  @Nullable()
  @IsIn(ROLES)
  level?: 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read' | null;
}
