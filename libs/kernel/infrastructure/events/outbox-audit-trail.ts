import { AuditTrail, type AuditEntry } from '../../application/audit-trail.js';
import type { CallOrigin } from '../../application/call-origin.js';
import { Audited } from '../../domain/audited.js';
import type { Clock } from '../../domain/clock.js';
import { newId } from '../../domain/id.js';
import type { Outbox } from './outbox.js';

/** Sends entries through the outbox to the context that stores the trail. */
export class OutboxAuditTrail extends AuditTrail {
  constructor(
    private readonly outbox: Outbox,
    private readonly origin: CallOrigin,
    private readonly clock: Clock,
  ) {
    super();
  }

  async record(...entries: AuditEntry[]): Promise<void> {
    const now = this.clock.now();
    const { current } = this.origin;
    await this.outbox.store(
      entries.flatMap(({ organizations, action, actorId, target, payload = {} }) =>
        organizations.map(
          (organization) =>
            new Audited(
              organization,
              newId(now.getTime()),
              now.toISOString(),
              action,
              actorId,
              target,
              payload,
              current,
            ),
        ),
      ),
    );
  }
}
