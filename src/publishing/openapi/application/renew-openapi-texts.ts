import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { NotAudited } from '#kernel/application/audits';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Command } from '#kernel/domain/messages';
import { ReplaceOpenAPIPages } from '#content';
import { OpenAPISpecs, type NewVersion } from '../domain/openapi-specs.js';

/** Stores what an earlier version of this software did not make of the latest version of a specification. */
@NotAudited('the specification and its version stay as they are')
export class RenewOpenAPITexts extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly specId: string,
    /** Id of the version that was processed again; nothing is done where there is another by now. */
    readonly version: string,
    readonly result: NewVersion['result'],
  ) {
    super();
  }
}

@CommandHandler(RenewOpenAPITexts)
export class RenewOpenAPITextsHandler implements ICommandHandler<RenewOpenAPITexts> {
  constructor(
    private readonly specs: OpenAPISpecs,
    private readonly dispatcher: Dispatcher,
  ) {}

  async execute({ organizationId, specId, version, result }: RenewOpenAPITexts): Promise<void> {
    const spec = await this.specs.held(organizationId, specId);
    if (!spec || spec.lastVersion !== version) return;
    await this.specs.renewVersion(spec, result);
    await this.dispatcher.run(new ReplaceOpenAPIPages(organizationId, spec.slug));
  }
}
