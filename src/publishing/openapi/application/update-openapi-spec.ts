import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Clock } from '#kernel/domain/clock';
import { NotFound } from '#kernel/domain/errors';
import { requireSpecRole } from '../domain/openapi-spec.policy.js';
import { OpenAPISpecs } from '../domain/openapi-specs.js';
import { UpdateOpenAPISpec } from './openapi-spec.commands.js';

@CommandHandler(UpdateOpenAPISpec)
export class UpdateOpenAPISpecHandler implements ICommandHandler<UpdateOpenAPISpec> {
  constructor(
    private readonly specs: OpenAPISpecs,
    private readonly trail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, organizationId, specSlug, visibility }: UpdateOpenAPISpec): Promise<void> {
    requireSpecRole(caller, organizationId, 'create');
    const spec = await this.specs.held(organizationId, specSlug);
    if (!spec) throw new NotFound('OpenAPI specification not found');
    if (spec.visibility === visibility) return;
    spec.show(visibility, this.clock.now());
    await this.specs.save(spec);
    await this.trail.record({
      organizations: [organizationId],
      action: 'openapi-spec.visibility-changed',
      actorId: caller.userId,
      target: { type: 'openapi-spec', id: spec.id, label: spec.slug },
      payload: { visibility },
    });
  }
}
