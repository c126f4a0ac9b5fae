import { Module } from '@nestjs/common';
import { CreateTokenHandler } from './application/create-token.js';
import { RecordTokenUseHandler } from './application/record-token-use.js';
import { RevokeTokenHandler } from './application/revoke-token.js';
import { Tokens } from './domain/tokens.js';
import { CallerByTokenHandler } from './infrastructure/caller-by-token.reader.js';
import { GetTokenHandler, ListTokensHandler } from './infrastructure/token.reader.js';
import { TokenStore } from './infrastructure/token.store.js';
import { UserTokensController } from './interface/user-tokens.controller.js';

/**
 * Personal tokens, with which programs call the API as a user. Answers who the caller with a token is.
 *
 * Tables: `token`. Events: none. Jobs: none.
 */
@Module({
  controllers: [UserTokensController],
  providers: [
    { provide: Tokens, useClass: TokenStore },
    CreateTokenHandler,
    RecordTokenUseHandler,
    RevokeTokenHandler,
    CallerByTokenHandler,
    ListTokensHandler,
    GetTokenHandler,
  ],
  exports: [Tokens],
})
export class TokensModule {}
