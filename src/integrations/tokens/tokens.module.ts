import { Module } from '@nestjs/common';
import { ScriptTokens } from './domain/script-tokens.js';
import { SignedScriptTokens } from './infrastructure/signed-script-tokens.js';

/**
 * Tokens with which the scripts of integrations call the API.
 *
 * Tables: none. Events: none. Jobs: none.
 */
@Module({
  providers: [{ provide: ScriptTokens, useClass: SignedScriptTokens }],
  exports: [ScriptTokens],
})
export class ScriptTokensModule {}
