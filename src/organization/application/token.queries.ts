import type { Page, PageRequest } from '#kernel/application/page';
import { Query } from '#kernel/domain/messages';
import type { TokenView } from './token.view.js';

/** The personal tokens of a user, the newest first; never their secrets. */
export class ListTokens extends Query<Page<TokenView>> {
  constructor(
    readonly userId: string,
    readonly page: PageRequest,
  ) {
    super();
  }
}

export class GetToken extends Query<TokenView> {
  constructor(
    readonly userId: string,
    readonly tokenId: string,
  ) {
    super();
  }
}
