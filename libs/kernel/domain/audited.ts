import type { IntegrationEvent } from './integration-event.js';

/** An entry for an organization's audit trail, with the origin of its request. */
export class Audited implements IntegrationEvent {
  static readonly eventName = 'kernel.audited';
  readonly eventName = Audited.eventName;

  constructor(
    readonly organization: string,
    readonly id: string,
    readonly occurredAt: string,
    readonly action: string,
    /** Id of a user, or of the installation whose script did it; absent when the server did it by itself. */
    readonly actorId: string | undefined,
    readonly target: { type: string; id: string; label?: string },
    readonly payload: Readonly<Record<string, unknown>>,
    /** The address of the client, the id of its request, and the name of the integration whose script it was. */
    readonly origin: { address: string; requestId: string; source: 'api' | 'ui'; integration?: string } | undefined,
  ) {}
}
