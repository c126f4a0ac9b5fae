import { IsString, MaxLength } from 'class-validator';
import { IsTimestamp } from '#kernel/interface/bodies/timestamp';
import { Optional } from '#kernel/interface/optional';
import { PageParams } from '#kernel/interface/page.params';
import type { AuditFilter } from '../application/audit.queries.js';

/** Which events of an audit trail are wanted. */
export class AuditEventsParams extends PageParams {
  /** Only what happened at or after this time. */
  @Optional()
  @IsTimestamp()
  from?: string;

  /** Only what happened at or before this time. */
  @Optional()
  @IsTimestamp()
  to?: string;

  /** Only this action. */
  @Optional()
  @IsString()
  @MaxLength(100)
  action?: string;

  /** Only what the user with this id did. */
  @Optional()
  @IsString()
  @MaxLength(100)
  actor?: string;

  /** Only what was done to the record with this id. */
  @Optional()
  @IsString()
  @MaxLength(100)
  target?: string;
}

export function toAuditFilter({ from, to, action, actor, target }: AuditEventsParams): AuditFilter {
  return {
    ...(from !== undefined && { from: new Date(from) }),
    ...(to !== undefined && { to: new Date(to) }),
    ...(action !== undefined && { action }),
    ...(actor !== undefined && { actor }),
    ...(target !== undefined && { target }),
  };
}
