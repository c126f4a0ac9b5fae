import { Audits } from '#kernel/application/audits';
import { Command, Query } from '#kernel/domain/messages';

/** How much of a second factor a user has. */
export interface SecondFactorSummary {
  passkeys: number;
  /** Recovery codes that were not used yet. */
  codes: number;
}

/** How many passkeys and recovery codes a user has. */
export class GetSecondFactorSummary extends Query<SecondFactorSummary> {
  constructor(readonly userId: string) {
    super();
  }
}

/**
 * Removes all passkeys and recovery codes of a user who has lost them, for operators; answers how many there were. The
 * user's sessions no longer count as having a second factor. Does nothing where there are none.
 */
@Audits('second-factor.removed')
export class DeleteSecondFactor extends Command<SecondFactorSummary> {
  constructor(readonly userId: string) {
    super();
  }
}
