import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { memberRoleOf } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import { ForgetOpenAPISpec } from '#content';
import { requireSpecRole } from '../domain/openapi-spec.policy.js';
import { OpenAPISpecs } from '../domain/openapi-specs.js';
import { DeleteOpenAPISpec } from './openapi-spec.commands.js';

@CommandHandler(DeleteOpenAPISpec)
export class DeleteOpenAPISpecHandler implements ICommandHandler<DeleteOpenAPISpec> {
  constructor(
    private readonly specs: OpenAPISpecs,
    private readonly dispatcher: Dispatcher,
    private readonly trail: AuditTrail,
  ) {}

  async execute({ caller, organizationId, specSlug }: DeleteOpenAPISpec): Promise<void> {
    if (memberRoleOf(caller, organizationId) === undefined) return;
    requireSpecRole(caller, organizationId, 'create');
    const spec = await this.specs.held(organizationId, specSlug);
    if (!spec) return;
    spec.delete();
    await this.specs.remove(spec);
    await this.dispatcher.run(new ForgetOpenAPISpec(organizationId, spec.slug));
    await this.trail.record({
      organizations: [organizationId],
      action: 'openapi-spec.deleted',
      actorId: caller.userId,
      target: { type: 'openapi-spec', id: spec.id, label: spec.slug },
      payload: {},
    });
  }
}
