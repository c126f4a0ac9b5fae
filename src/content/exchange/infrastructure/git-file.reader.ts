import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Invalid } from '#kernel/domain/errors';
import { FindGitFile, type GitFileText } from '../../contract/git.js';
import { addressOf } from '../application/git-address.js';
import { refusalOf } from '../application/source-refusal.js';
import { GitRepositories } from '../domain/import/sources.js';

@QueryHandler(FindGitFile)
export class FindGitFileHandler implements IQueryHandler<FindGitFile> {
  constructor(private readonly repositories: GitRepositories) {}

  async execute({ place, paths, maxBytes }: FindGitFile): Promise<GitFileText | { commit: string }> {
    try {
      const tree = await this.repositories.open(addressOf(place));
      try {
        const { commit } = tree;
        const sizes = new Map((await tree.list()).map(({ path, size }) => [path, size]));
        const path = paths.find((wanted) => sizes.has(wanted));
        if (path === undefined) return { commit };
        if ((sizes.get(path) ?? 0) > maxBytes) throw new Invalid(`${path} has more than ${maxBytes} bytes`);
        return { commit, path, text: (await tree.read(path)).toString('utf8') };
      } finally {
        await tree.close();
      }
    } catch (error) {
      throw refusalOf(error);
    }
  }
}
