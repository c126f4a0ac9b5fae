import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { NotFound } from '#kernel/domain/errors';
import { Embeds } from '../domain/content/embeds.js';
import { Spaces } from '../../spaces/domain/space/spaces.js';
import { authorizeSpace } from '../../spaces/application/space/authorize-space.js';
import { GetEmbed } from './content.queries.js';
import type { EmbedView } from './embed.view.js';

/** Requires read access to the space, so that only its readers can make the server fetch an address. */
@QueryHandler(GetEmbed)
export class GetEmbedHandler implements IQueryHandler<GetEmbed> {
  constructor(
    private readonly spaces: Spaces,
    private readonly embeds: Embeds,
  ) {}

  async execute({ caller, spaceId, url }: GetEmbed): Promise<EmbedView> {
    await authorizeSpace(this.spaces, caller, spaceId, 'read');
    const embed = await this.embeds.describe(url);
    // Renderers show nothing for a 404, so visitors of a site get at least a plain link.
    if (!embed && caller.visitor) return { type: 'link', title: url, site: new URL(url).hostname };
    if (!embed) throw new NotFound('Nothing is known of this address');
    return { type: embed.html === undefined ? 'link' : 'rich', ...embed };
  }
}
