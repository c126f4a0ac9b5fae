import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { ReadSignOut } from '../application/sign-out.queries.js';
import { PublishedVisits } from './published-visits.js';

@QueryHandler(ReadSignOut)
export class ReadSignOutHandler implements IQueryHandler<ReadSignOut> {
  constructor(private readonly visits: PublishedVisits) {}

  async execute({ request }: ReadSignOut): Promise<string | undefined> {
    const visit = await this.visits.begin(request.url, request.visitor);
    return visit?.kind === 'visit' ? visit.site.view.site.urls.logout : undefined;
  }
}
