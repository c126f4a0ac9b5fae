import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Jobs } from '#kernel/application/jobs';
import { Clock } from '#kernel/domain/clock';
import { Conflict } from '#kernel/domain/errors';
import { RecordOpenAPISpec } from '#content';
import { readSource } from '../domain/openapi-source.js';
import { OpenAPISpec } from '../domain/openapi-spec.js';
import { requireSpecRole } from '../domain/openapi-spec.policy.js';
import { OpenAPISpecs, requireRoomToWait } from '../domain/openapi-specs.js';
import { CreateOpenAPISpec } from './openapi-spec.commands.js';
import { processSpecJob } from './process-spec-job.js';

@CommandHandler(CreateOpenAPISpec)
export class CreateOpenAPISpecHandler implements ICommandHandler<CreateOpenAPISpec> {
  constructor(
    private readonly specs: OpenAPISpecs,
    private readonly dispatcher: Dispatcher,
    private readonly jobs: Jobs,
    private readonly trail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, organizationId, slug, source: written }: CreateOpenAPISpec): Promise<string> {
    requireSpecRole(caller, organizationId, 'create');
    const source = readSource(written);
    const spec = OpenAPISpec.create(organizationId, slug, source, caller.userId, this.clock.now());
    if (await this.specs.heldOrFree(organizationId, slug))
      throw new Conflict(`The organization has an OpenAPI specification with the slug ${slug} already`);
    requireRoomToWait(await this.specs.waiting(organizationId));
    await this.specs.save(spec, 'text' in source ? source.text : undefined);
    await this.dispatcher.run(new RecordOpenAPISpec(organizationId, { id: spec.id, slug, lastVersion: undefined }));
    await this.jobs.enqueue(...processSpecJob(organizationId, spec.id, spec.sourceUrl));
    await this.trail.record({
      organizations: [organizationId],
      action: 'openapi-spec.created',
      actorId: caller.userId,
      target: { type: 'openapi-spec', id: spec.id, label: slug },
      payload: { sourceURL: spec.sourceUrl },
    });
    return spec.id;
  }
}
