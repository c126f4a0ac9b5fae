import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Clock } from '#kernel/domain/clock';
import { RecordOpenAPISpec } from '#content';
import { OpenAPISpecs } from '../domain/openapi-specs.js';
import { FinishOpenAPIRun } from './openapi-spec.commands.js';

@CommandHandler(FinishOpenAPIRun)
export class FinishOpenAPIRunHandler implements ICommandHandler<FinishOpenAPIRun> {
  constructor(
    private readonly specs: OpenAPISpecs,
    private readonly dispatcher: Dispatcher,
    private readonly clock: Clock,
  ) {}

  async execute({ run: { organizationId, specId, run, source }, outcome }: FinishOpenAPIRun): Promise<void> {
    const spec = await this.specs.held(organizationId, specId);
    const [before, now] = [spec?.lastVersion, this.clock.now()];
    if (!spec?.finish(run, outcome, now, Math.random())) return;
    await this.specs.save(spec, 'text' in source ? null : undefined);
    const { slug, lastVersion } = spec;
    if (outcome.kind !== 'processed' || lastVersion === before) return;
    await this.specs.addVersion(spec, { result: outcome.result, text: outcome.text, createdAt: now });
    await this.dispatcher.run(new RecordOpenAPISpec(organizationId, { id: specId, slug, lastVersion }));
  }
}
