import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Invalid } from '#kernel/domain/errors';
import { FindGitFile } from '#content';
import { requireSiteRole } from '../../sites/domain/site/site.policy.js';
import { CONFIG_NAMES, MAX_CONFIG_LENGTH } from '../domain/read-config.js';
import { GetRepositorySiteConfig } from './site-config.commands.js';
import type { RepositorySiteConfigView } from './site-config.view.js';

@QueryHandler(GetRepositorySiteConfig)
export class GetRepositorySiteConfigHandler implements IQueryHandler<GetRepositorySiteConfig> {
  constructor(private readonly dispatcher: Dispatcher) {}

  async execute(query: GetRepositorySiteConfig): Promise<RepositorySiteConfigView> {
    const { caller, organizationId, place, directory = '' } = query;
    requireSiteRole(caller, organizationId, undefined, 'create');
    const segments = directory.split('/').filter((segment) => segment !== '' && segment !== '.');
    if (segments.includes('..')) throw new Invalid('repoProjectDirectory must be a folder of the repository');
    const paths = CONFIG_NAMES.map((name) => [...segments, name].join('/'));
    const found = await this.dispatcher.ask(new FindGitFile(place, paths, MAX_CONFIG_LENGTH));
    return { object: 'repository-site-config', ...found };
  }
}
