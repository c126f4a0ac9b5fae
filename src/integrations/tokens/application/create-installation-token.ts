import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel/domain/clock';
import { Forbidden, NotFound } from '#kernel/domain/errors';
import { belongsTo } from '../../installations/domain/installation.policy.js';
import { Installations } from '../../installations/domain/installations.js';
import { Integrations } from '../../integrations/domain/integrations.js';
import { ScriptTokens } from '../domain/script-tokens.js';
import { CreateInstallationToken } from './token.commands.js';

@CommandHandler(CreateInstallationToken)
export class CreateInstallationTokenHandler implements ICommandHandler<CreateInstallationToken> {
  constructor(
    private readonly integrations: Integrations,
    private readonly installations: Installations,
    private readonly tokens: ScriptTokens,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, name, installationId }: CreateInstallationToken): Promise<string> {
    const integration = await this.integrations.named(name);
    const found = integration?.published ? await this.installations.find(integration.id, installationId) : undefined;
    if (!found || !integration) throw new NotFound('Installation not found');
    const { script } = caller;
    if (script?.integrationId !== integration.id) {
      if (!belongsTo(caller, found.organizationId)) throw new NotFound('Installation not found');
      throw new Forbidden('Only the script of the integration gets tokens of its installations');
    }
    if (script.installation && script.installation.id !== installationId) throw new NotFound('Installation not found');
    const installation = { id: found.id, organizationId: found.organizationId };
    return this.tokens.mint({ integrationId: integration.id, installation, depth: script.depth }, this.clock.now());
  }
}
