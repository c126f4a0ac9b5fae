import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Audits } from '#kernel/application/audits';
import { beginningOf } from '#kernel/domain/characters';
import { Command } from '#kernel/domain/messages';
import { Vouchers } from '../domain/voucher.js';
import { SignInRefused, type RefusalReason } from '../domain/sign-in-refused.js';

/** A refusal, as the user may see it and in detail for the log. */
export interface RefusedSignIn {
  status: number;
  reason: RefusalReason;
  detail: string;
}

const MAX_DETAIL = 300;

/** Converts an error to a refused sign-in; undefined for every other error. */
export function refusalOf(error: unknown): RefusedSignIn | undefined {
  if (!(error instanceof SignInRefused)) return undefined;
  return { status: error.status, reason: error.reason, detail: beginningOf(error.message, MAX_DETAIL) };
}

/** Records in the organization's audit trail that a sign-in was refused. */
@Audits('user.sign-in-failed')
export class RecordRefusedSignIn extends Command<void> {
  constructor(
    readonly providerId: string,
    readonly refused: RefusedSignIn,
  ) {
    super();
  }
}

@CommandHandler(RecordRefusedSignIn)
export class RecordRefusedSignInHandler implements ICommandHandler<RecordRefusedSignIn> {
  constructor(
    private readonly vouchers: Vouchers,
    private readonly audit: AuditTrail,
  ) {}

  async execute({ providerId, refused }: RecordRefusedSignIn): Promise<void> {
    const provider = await this.vouchers.find(providerId);
    if (!provider) return;
    await this.audit.record({
      organizations: [provider.organizationId],
      action: 'user.sign-in-failed',
      target: { type: `${provider.protocol}-provider`, id: provider.id, label: provider.label },
      payload: { method: provider.protocol, reason: refused.reason, detail: refused.detail },
    });
  }
}
