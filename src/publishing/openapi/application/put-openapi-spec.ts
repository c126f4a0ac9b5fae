import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Jobs } from '#kernel/application/jobs';
import { Clock } from '#kernel/domain/clock';
import { readSource } from '../domain/openapi-source.js';
import { requireSpecRole } from '../domain/openapi-spec.policy.js';
import { OpenAPISpecs, requireRoomToWait } from '../domain/openapi-specs.js';
import { CreateOpenAPISpec, PutOpenAPISpec } from './openapi-spec.commands.js';
import { processSpecJob } from './process-spec-job.js';

@CommandHandler(PutOpenAPISpec)
export class PutOpenAPISpecHandler implements ICommandHandler<PutOpenAPISpec> {
  constructor(
    private readonly specs: OpenAPISpecs,
    private readonly dispatcher: Dispatcher,
    private readonly jobs: Jobs,
    private readonly trail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, organizationId, specSlug, source: written }: PutOpenAPISpec): Promise<string> {
    requireSpecRole(caller, organizationId, 'create');
    const source = readSource(written);
    const spec = await this.specs.heldOrFree(organizationId, specSlug);
    if (!spec) return this.dispatcher.run(new CreateOpenAPISpec(caller, organizationId, specSlug, written));
    requireRoomToWait(await this.specs.waiting(organizationId, spec.id));
    spec.replaceSource(source, this.clock.now());
    await this.specs.save(spec, 'text' in source ? source.text : null);
    await this.jobs.enqueue(...processSpecJob(organizationId, spec.id, spec.sourceUrl));
    await this.trail.record({
      organizations: [organizationId],
      action: 'openapi-spec.source-updated',
      actorId: caller.userId,
      target: { type: 'openapi-spec', id: spec.id, label: spec.slug },
      payload: { sourceURL: spec.sourceUrl },
    });
    return spec.id;
  }
}
