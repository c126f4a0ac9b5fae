import { NotAudited } from '#kernel/application/audits';
import type { Caller } from '#kernel/application/caller';
import { Command } from '#kernel/domain/messages';

/** Makes a token of an installation for a script that has one of its integration. Answers the token. */
@NotAudited('a script exchanges its token for one of less reach')
export class CreateInstallationToken extends Command<string> {
  constructor(
    readonly caller: Caller,
    readonly name: string,
    readonly installationId: string,
  ) {
    super();
  }
}
