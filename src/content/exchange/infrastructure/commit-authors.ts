import { Injectable } from '@nestjs/common';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Settings } from '#kernel/infrastructure/settings';
import { UsersByIds } from '#organization';

/** Whom commits name as their authors. */
@Injectable()
export class CommitAuthors {
  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly settings: Settings,
  ) {}

  /** The configured author, else the member who made the change, with their own address where that is configured. */
  async of(organizationId: string, id: string): Promise<{ name: string; email: string }> {
    const { gitAuthor } = this.settings;
    if (typeof gitAuthor === 'object') return gitAuthor;
    const user = (await this.dispatcher.ask(new UsersByIds([id], organizationId))).get(id);
    const own = gitAuthor === 'members' ? user?.email : undefined;
    const email = own ?? `${id}@${new URL(this.settings.publicUrl).hostname}`;
    return { name: user?.displayName ?? 'Quire', email };
  }
}
