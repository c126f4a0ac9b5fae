import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel/domain/clock';
import { PushGitFile } from '../../contract/git.js';
import { addressOf } from '../application/git-address.js';
import { refusalOf } from '../application/source-refusal.js';
import { GitHeadMoved, GitRepositories } from '../domain/import/sources.js';
import { CommitAuthors } from './commit-authors.js';

@QueryHandler(PushGitFile)
export class PushGitFileHandler implements IQueryHandler<PushGitFile> {
  constructor(
    private readonly repositories: GitRepositories,
    private readonly authors: CommitAuthors,
    private readonly clock: Clock,
  ) {}

  async execute({ organizationId, branch, change }: PushGitFile): Promise<string | undefined> {
    const { path, text, message, authorId, head } = change;
    const author = { ...(await this.authors.of(organizationId, authorId)), at: this.clock.now() };
    try {
      const pushed = await this.repositories.push({
        ...addressOf(branch),
        files: [{ path, content: () => Promise.resolve(Buffer.from(text)) }],
        keep: (other) => other !== path,
        message,
        author,
        expectedHead: head,
      });
      return pushed.commit;
    } catch (error) {
      if (error instanceof GitHeadMoved) return undefined;
      throw refusalOf(error);
    }
  }
}
