import { Query } from '#kernel/domain/messages';
import type { TokenView } from '../../contract/token.view.js';

export class GetToken extends Query<TokenView> {
  constructor(
    readonly userId: string,
    readonly tokenId: string,
  ) {
    super();
  }
}
