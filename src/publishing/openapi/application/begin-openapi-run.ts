import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel/domain/clock';
import { OpenAPISpecs } from '../domain/openapi-specs.js';
import { BeginOpenAPIRun, type OpenAPIRun } from './openapi-spec.commands.js';

@CommandHandler(BeginOpenAPIRun)
export class BeginOpenAPIRunHandler implements ICommandHandler<BeginOpenAPIRun> {
  constructor(
    private readonly specs: OpenAPISpecs,
    private readonly clock: Clock,
  ) {}

  async execute({ organizationId, specId }: BeginOpenAPIRun): Promise<OpenAPIRun | undefined> {
    const spec = await this.specs.held(organizationId, specId);
    if (!spec) return undefined;
    const run = spec.begin(this.clock.now());
    await this.specs.save(spec);
    if (run === undefined) return undefined;
    const place = { organizationId, specId: spec.id };
    if (spec.sourceUrl !== undefined)
      return { ...place, run, source: { url: spec.sourceUrl, validators: spec.validators } };
    const text = await this.specs.textOf(place);
    if (text === undefined)
      throw new Error(`The text of the OpenAPI specification ${spec.id} is missing from the store.`);
    return { ...place, run, source: { text } };
  }
}
